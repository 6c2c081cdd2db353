import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

/** What was found for one Entity. `unchecked`: its Commands could not be read, or not yet. */
export const Evidence = z.enum(['certain', 'probable', 'none', 'unchecked']);
export type Evidence = z.infer<typeof Evidence>;

/**
 * What a check says of the Entities whose outcome is unknown. `landed`: on all, for certain; `partly`:
 * on some, not found on others; `probable`: what was found can also stem from elsewhere; `none`: not
 * found so far; `too-early`: not found, but the Service may still lag; `incomplete`: not all could be
 * checked; `uncheckable`: no Entities were known at the send.
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

/** How far the Service's clock was ahead of the console's, in milliseconds; negative: behind. */
export const ClockOffset = z.object({
  lowMs: z.number(),
  highMs: z.number(),
  /** Whether trigger times of accepted Commands confirm it; else only Date headers do. */
  confirmed: z.boolean(),
});
export type ClockOffset = z.infer<typeof ClockOffset>;

/** A check of Entities whose part in a dispatch is unknown. It only reads. */
export const Resolution = z.object({
  id: Uuid,
  dispatchId: Uuid,
  state: z.enum(['running', 'done']),
  /** Who asked for it; null: the console by itself. */
  operatorName: z.string().nullable(),
  startedAt: Instant,
  /** When the last Entity was checked; null while it runs. */
  finishedAt: Instant.nullable(),
  /** The span of trigger times that is read. */
  window: z.object({ start: Instant, end: Instant }),
  /** The Service's clock at the send, by which the span is shifted; null: not known. */
  clock: optional(ClockOffset),
  /** When the Entities without a find were read: not found until then. Null where there are none. */
  checkedUntil: optional(Instant),
  /** When the console looks again; null: it does not. */
  nextCheckAt: optional(Instant),
  /** Until then Commands may still appear: sending again needs a reason. */
  horizonAt: optional(Instant),
  total: Count,
  counts: z.object({ certain: Count, probable: Count, none: Count, unchecked: Count }),
  /** Commands that were taken into the batch by this check. */
  adopted: Count,
  /** Why Entities could not be checked: the server's words, and how many each. */
  failures: z.array(z.object({ words: z.string(), count: Count })),
  verdict: ResolutionVerdict.nullable(),
  /** Whether nothing was found anywhere after the Service had time to show it: sending again is offered. */
  canSendAgain: z.boolean(),
});
export type Resolution = z.infer<typeof Resolution>;

/** What a person decided about the Entities whose outcome no check could settle. */
export const ClosingVerdict = z.enum(['landed', 'not-landed']);
export type ClosingVerdict = z.infer<typeof ClosingVerdict>;

/** What an operator sends to close an unknown outcome. */
export const ClosingRequest = z.strictObject({
  verdict: ClosingVerdict,
  reason: z.string().trim().min(1, 'A reason is needed.').max(500),
});
export type ClosingRequest = z.infer<typeof ClosingRequest>;

/** An unknown outcome as a person closed it. What is found afterwards is still shown. */
export const Closing = z.object({
  verdict: ClosingVerdict,
  reason: z.string(),
  operatorName: z.string(),
  at: Instant,
});
export type Closing = z.infer<typeof Closing>;
