import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

/** What was found for one Entity. `unchecked`: its Commands could not be read, or not yet. */
export const Evidence = z.enum(['certain', 'probable', 'none', 'unchecked']);
export type Evidence = z.infer<typeof Evidence>;

/**
 * What a check of an unknown outcome says of the batch. `landed`: on all, for certain; `partly`: on
 * some, on others not; `probable`: what was found can also stem from elsewhere; `none`: it was not sent;
 * `too-early`: nothing found, but the Service may still lag; `incomplete`: not all could be checked.
 */
export const ResolutionVerdict = z.enum([
  'landed',
  'partly',
  'probable',
  'none',
  'too-early',
  'incomplete',
]);
export type ResolutionVerdict = z.infer<typeof ResolutionVerdict>;

const Count = z.int().nonnegative();

/** A check of what became of a dispatch with an unknown outcome. It only reads. */
export const Resolution = z.object({
  id: Uuid,
  intentId: Uuid,
  state: z.enum(['running', 'done']),
  /** Who asked for it; null: the console by itself. */
  operatorName: z.string().nullable(),
  startedAt: Instant,
  /** When the last Entity was checked; null while it runs. */
  finishedAt: Instant.nullable(),
  /** The span of trigger times that is read. */
  window: z.object({ start: Instant, end: Instant }),
  total: Count,
  counts: z.object({ certain: Count, probable: Count, none: Count, unchecked: Count }),
  /** Commands that were taken into the batch by this check. */
  adopted: Count,
  /** Why Entities could not be checked: the server's words, and how many each. */
  failures: z.array(z.object({ words: z.string(), count: Count })),
  verdict: ResolutionVerdict.nullable(),
  /** Whether the evidence says that nothing landed, so that sending again is offered. */
  canSendAgain: z.boolean(),
  /** What it means, as a sentence. */
  words: z.string(),
});
export type Resolution = z.infer<typeof Resolution>;
