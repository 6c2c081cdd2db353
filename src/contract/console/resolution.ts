import { EVIDENCE } from './choices.ts';
import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

/** What was found for one Entity. `unchecked`: its Commands could not be read, or not yet. */
export const Evidence = z.enum(EVIDENCE);
export type Evidence = z.infer<typeof Evidence>;

/**
 * The result of a check of Entities whose outcome is unknown. `landed`: on all, for certain;
 * `partly`: on some, not found on others; `probable`: the matches may have another origin; `none`:
 * not found so far; `too-early`: not found, but the Service may still lag; `incomplete`: not all
 * could be checked; `uncheckable`: no Entities were known at the send.
 */
export const ResolutionVerdict = z.enum([
  'landed',
  'partly',
  'probable',
  'none',
  'too-early',
  'incomplete',
  'uncheckable',
]);
export type ResolutionVerdict = z.infer<typeof ResolutionVerdict>;

const Count = z.int().nonnegative();

/** How far the Service's clock is ahead of the console's, in milliseconds; negative if behind. */
export const ClockOffset = z.object({
  lowMs: z.number(),
  highMs: z.number(),
  /** Whether trigger times of accepted Commands confirm it; otherwise it is based on Date headers only. */
  confirmed: z.boolean(),
});
export type ClockOffset = z.infer<typeof ClockOffset>;

/** A check of Entities whose outcome in a dispatch is unknown. It only reads. */
export const Resolution = z.object({
  id: Uuid,
  dispatchId: Uuid,
  state: z.enum(['running', 'done']),
  /** Who requested it; null for the console itself. */
  operatorName: z.string().nullable(),
  startedAt: Instant,
  /** When the last Entity was checked; null while it runs. */
  finishedAt: Instant.nullable(),
  /** The span of trigger times that is read. */
  window: z.object({ start: Instant, end: Instant }),
  /** The Service's clock at the send, by which the span is shifted; null if not known. */
  clock: optional(ClockOffset),
  /** When the Entities without a match were read: not found by then. Null if there are none. */
  checkedUntil: optional(Instant),
  /** When the console checks again; null if it does not. */
  nextCheckAt: optional(Instant),
  /** Until then Commands may still appear: a resend needs a reason. */
  horizonAt: optional(Instant),
  total: Count,
  counts: z.object({ certain: Count, probable: Count, none: Count, unchecked: Count }),
  /** Commands that this check added to the batch. */
  adopted: Count,
  /** Why Entities could not be checked: the server's message, and the number of Entities. */
  failures: z.array(z.object({ words: z.string(), count: Count })),
  verdict: ResolutionVerdict.nullable(),
  /** Whether nothing was found after the Service had time to show it: a resend is offered. */
  canSendAgain: z.boolean(),
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
