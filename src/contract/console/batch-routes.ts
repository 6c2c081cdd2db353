import { GET, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import {
  BatchDetail,
  BatchFilter,
  BatchList,
  BatchRecord,
  BatchRowFilter,
  BatchRows,
  CommandHistory,
} from './batch.ts';

/** Most rows of a batch in one answer. */
export const MOST_BATCH_ROWS = 1000;

/** Routes for batches and their Commands. */
export const BATCH_ROUTES = {
  batches: {
    ...GET,
    path: '/api/console/batches',
    shows: ['batches', 'fleet'],
    query: BatchFilter.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    answer: BatchList,
  },
  batch: {
    ...GET,
    path: '/api/console/batches/{id}',
    shows: ['batch'],
    params: byId,
    answer: BatchDetail,
  },
  batchRows: {
    ...GET,
    path: '/api/console/batches/{id}/rows',
    shows: ['batch'],
    params: byId,
    query: BatchRowFilter.extend({
      offset: z.coerce.number().int().nonnegative().optional(),
      limit: z.coerce.number().int().min(1).max(MOST_BATCH_ROWS).optional(),
    }),
    answer: BatchRows,
  },
  batchRecord: {
    ...GET,
    path: '/api/console/batches/{id}/record',
    shows: ['batch'],
    params: byId,
    answer: BatchRecord,
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
