import { EVIDENCE } from './choices.ts';
import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

/**
 * What the Commands of one Entity show. `person`: they fit, but may be of another sender, or too few or too
 * many fit: a person decides. `unread`: they could not be read, or not yet.
 */
export const Evidence = z.enum(EVIDENCE);
export type Evidence = z.infer<typeof Evidence>;

/**
 * The result of a check. `landed`: on all; `partly`: on some, not found on the others; `none`: not found on any;
 * `early`: not found on some, but the Service may still lag; `open`: some are unread or a person's to decide.
 */
export const ResolutionVerdict = z.enum(['landed', 'partly', 'none', 'early', 'open']);
export type ResolutionVerdict = z.infer<typeof ResolutionVerdict>;

const Count = z.int().nonnegative();

/** What is known of the Entities of a dispatch whose Commands its answer did not name. */
export const Resolution = z.object({
  dispatchId: Uuid,
  /** Of the last check: it only reads. */
  state: z.enum(['running', 'done']),
  /** Who requested it; null for the console itself. */
  operatorName: z.string().nullable(),
  startedAt: Instant,
  /** When the last Entity was read; null while it runs. */
  finishedAt: Instant.nullable(),
  /** Entities without a find were all read at this instant or later. Null if there are none. */
  checkedUntil: optional(Instant),
  /** When the console checks again; null if it does not. */
  nextCheckAt: optional(Instant),
  /** Whether that is over: it begins as soon as there is room for it. */
  isDue: z.boolean(),
  /** Until then Commands may still appear; null: they will not. */
  horizonAt: optional(Instant),
  counts: z.object({ landed: Count, notFound: Count, person: Count, unread: Count }),
  /** Why Entities could not be read: the server's message, and the number of Entities. */
  failures: z.array(z.object({ words: z.string(), count: Count })),
  /** Of the last check that ended; null before. */
  verdict: ResolutionVerdict.nullable(),
});
export type Resolution = z.infer<typeof Resolution>;

/** A person's decision about the Entities whose outcome no check could settle. */
export const ClosingVerdict = z.enum(['landed', 'not-landed']);
export type ClosingVerdict = z.infer<typeof ClosingVerdict>;

/** An unknown outcome closed by a person. Later matches are still shown. */
export const Closing = z.object({
  verdict: ClosingVerdict,
  reason: z.string(),
  operatorName: z.string(),
  at: Instant,
});
export type Closing = z.infer<typeof Closing>;
