import { GET, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { lineText } from '../texts.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

/**
 * The state of one Command in a sweep. `too-late`: it had left the state from which it can be canceled;
 * `refused`: the Service refused while it was still Pending; `unknown`: no usable answer arrived.
 */
export const SweepItemState = z.enum(['waiting', 'canceled', 'too-late', 'refused', 'unknown']);
export type SweepItemState = z.infer<typeof SweepItemState>;

const Count = z.int().nonnegative();

/** Starts a sweep; the id makes a double click harmless. */
export const SweepRequest = z.strictObject({
  id: Uuid,
  reason: optional(lineText(500)),
  /** Only the Commands of one planned item; null for the whole batch. */
  only: optional(z.strictObject({ type: z.string(), triggerTime: Instant })),
});
export type SweepRequest = z.infer<typeof SweepRequest>;

/** The cancellation of all open Commands of a batch that can be canceled, soonest first. */
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
  /** The Service's message, or the console's, if it was not canceled. */
  words: z.string().nullable(),
  at: Instant.nullable(),
});
export type SweepItem = z.infer<typeof SweepItem>;

export const SweepDetail = z.object({ sweep: Sweep, items: z.array(SweepItem), asOf: Instant });
export type SweepDetail = z.infer<typeof SweepDetail>;

/** Routes for canceling many Commands. */
export const SWEEP_ROUTES = {
  sweeps: {
    ...GET,
    path: '/api/console/batches/{id}/sweeps',
    shows: ['sweeps'],
    params: byId,
    answer: SweepList,
  },
  startSweep: {
    ...POST,
    path: '/api/console/batches/{id}/sweeps',
    touches: ['sweeps', 'batch'],
    params: byId,
    body: SweepRequest,
    answer: Sweep,
  },
  sweep: {
    ...GET,
    path: '/api/console/sweeps/{id}',
    shows: ['sweeps'],
    params: byId,
    answer: SweepDetail,
  },
  stopSweep: {
    ...POST,
    path: '/api/console/sweeps/{id}/stop',
    touches: ['sweeps', 'batch'],
    params: byId,
    answer: Sweep,
  },
  resumeSweep: {
    ...POST,
    path: '/api/console/sweeps/{id}/resume',
    touches: ['sweeps', 'batch'],
    params: byId,
    answer: Sweep,
  },
} as const;
