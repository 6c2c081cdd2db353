import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

/**
 * Where cancelling one Command of a sweep stands. `too-late`: it had left the state from which it can be
 * cancelled; `refused`: the Service said no while it was still Pending; `unknown`: no usable answer came.
 */
export const SweepItemState = z.enum(['waiting', 'canceled', 'too-late', 'refused', 'unknown']);
export type SweepItemState = z.infer<typeof SweepItemState>;

const Count = z.int().nonnegative();

/** Starts a sweep; the id makes pressing twice harmless. */
export const SweepRequest = z.strictObject({
  id: Uuid,
  reason: optional(z.string().trim().max(500)),
  /** Only the Commands of one planned item; null: all of the batch. */
  only: optional(z.strictObject({ type: z.string(), triggerTime: Instant })),
});
export type SweepRequest = z.infer<typeof SweepRequest>;

/** The cancelling of all Commands of a batch that can still be cancelled, soonest first. */
export const Sweep = z.object({
  id: Uuid,
  dispatchId: Uuid,
  operatorName: z.string(),
  reason: z.string().nullable(),
  createdAt: Instant,
  /** `stopped`: by an operator; it can be resumed. */
  state: z.enum(['running', 'stopped', 'done']),
  finishedAt: Instant.nullable(),
  total: Count,
  counts: z.object({
    waiting: Count,
    canceled: Count,
    tooLate: Count,
    refused: Count,
    unknown: Count,
  }),
});
export type Sweep = z.infer<typeof Sweep>;

export const SweepList = z.object({ sweeps: z.array(Sweep), asOf: Instant });
export type SweepList = z.infer<typeof SweepList>;

export const SweepItem = z.object({
  position: Count,
  entityId: Uuid,
  entityName: z.string().nullable(),
  commandId: Uuid,
  triggerTime: Instant.nullable(),
  state: SweepItemState,
  /** The Service's own words, or the console's, where it was not canceled. */
  words: z.string().nullable(),
  at: Instant.nullable(),
});
export type SweepItem = z.infer<typeof SweepItem>;

export const SweepDetail = z.object({ sweep: Sweep, items: z.array(SweepItem), asOf: Instant });
export type SweepDetail = z.infer<typeof SweepDetail>;
