import { GET, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { BatchDetail, BatchFilter, BatchList, CommandHistory } from './batch.ts';

/** Routes for batches and their Commands. */
export const BATCH_ROUTES = {
  batches: {
    ...GET,
    path: '/api/console/batches',
    shows: ['batches'],
    query: BatchFilter.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    answer: BatchList,
  },
  /** With `since` only the rows that changed after that version. */
  batch: {
    ...GET,
    path: '/api/console/batches/{id}',
    shows: ['batch'],
    params: byId,
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().optional() }),
    answer: BatchDetail,
  },
  /** Reads the open Commands of a batch again at once, within the budget. */
  refreshBatch: {
    ...POST,
    path: '/api/console/batches/{id}/refresh',
    touches: ['batch'],
    params: byId,
    answer: z.object({ queued: z.int().nonnegative() }),
  },
  commandHistory: {
    ...GET,
    path: '/api/console/batches/{id}/history',
    shows: ['batch'],
    params: byId,
    query: z.strictObject({ position: z.coerce.number().int().nonnegative() }),
    answer: CommandHistory,
  },
} as const;
