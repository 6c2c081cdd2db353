import { get } from '../route.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import { KeptPlannedAs } from './dispatch.ts';

const Count = z.int().nonnegative();

/**
 * All Commands of one batch with the same trigger time, type and value; or of other systems those of one type and
 * hour, which have no batch.
 */
export const PlannedItem = z.object({
  /** Who planned them; null: another system. */
  batch: z
    .object({
      dispatchId: Uuid,
      collectiveId: Uuid,
      collectiveName: z.string().nullable(),
      operatorName: z.string(),
    })
    .nullable(),
  type: z.string().nullable(),
  /** Null: none, or several. */
  value: z.string().nullable(),
  triggerTime: Instant,
  /** The last trigger time, if there are several. */
  until: Instant.nullable(),
  plannedAs: KeptPlannedAs.nullable(),
  total: Count,
  /** Commands that can still trigger. */
  open: Count,
  verdictCounts: z.record(z.string(), Count),
  /** When the oldest of them was last read. */
  oldestObservedAt: Instant,
});
export type PlannedItem = z.infer<typeof PlannedItem>;

export const Schedule = z.object({
  items: z.array(PlannedItem),
  /** Unknown outcomes that may include planned Commands. */
  unresolved: z.array(z.object({ dispatchId: Uuid, collectiveName: z.string().nullable() })),
  asOf: Instant,
});
export type Schedule = z.infer<typeof Schedule>;

/** The route for planned Commands. */
export const SCHEDULE_ROUTES = {
  schedule: get('/api/console/schedule', {
    shows: ['batches', 'fleet'],
    query: z.strictObject({ collectiveId: Uuid.optional() }),
    answer: Schedule,
  }),
};
