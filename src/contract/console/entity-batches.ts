import { GET, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { Verification } from '../command.ts';
import { Instant, TitledError, Uuid } from '../primitives.ts';
import { BatchSummary } from './batch.ts';

/** A batch that included an Entity, with the Entity's Commands. */
const EntityBatch = z.object({
  batch: BatchSummary,
  /** Its Commands in the order of the answer; empty if no answer held one for it. */
  commands: z.array(
    z.object({
      id: Uuid,
      type: z.string().nullable(),
      value: z.string().nullable(),
      triggerTime: Instant.nullable(),
      status: z.string(),
      error: TitledError.nullable(),
      verification: Verification.nullable(),
    }),
  ),
});
export type EntityBatch = z.infer<typeof EntityBatch>;

/** The last batches that included an Entity, newest first. */
export const EntityBatches = z.object({ batches: z.array(EntityBatch), asOf: Instant });
export type EntityBatches = z.infer<typeof EntityBatches>;

/** The last batches of one Entity. */
export const ENTITY_BATCH_ROUTES = {
  entityBatches: {
    ...GET,
    path: '/api/console/entities/{id}/batches',
    shows: ['batches'],
    params: byId,
    answer: EntityBatches,
  },
} as const;
