import { get, post } from '../route.ts';
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
  batches: get('/api/console/batches', {
    shows: ['batches', 'fleet'],
    query: BatchFilter.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    answer: BatchList,
  }),
  batch: get('/api/console/batches/{id}', { shows: ['batch'], answer: BatchDetail }),
  batchRows: get('/api/console/batches/{id}/rows', {
    shows: ['batch'],
    query: BatchRowFilter.extend({
      offset: z.coerce.number().int().nonnegative().optional(),
      limit: z.coerce.number().int().min(1).max(MOST_BATCH_ROWS).optional(),
    }),
    answer: BatchRows,
  }),
  batchRecord: get('/api/console/batches/{id}/record', { shows: ['batch'], answer: BatchRecord }),
  /** Reads the open Commands of a batch again at once, within the budget. */
  refreshBatch: post('/api/console/batches/{id}/refresh', {
    touches: ['batch'],
    answer: z.object({ queued: z.int().nonnegative() }),
  }),
  commandHistory: get('/api/console/batches/{id}/history', {
    shows: ['batch'],
    query: z.strictObject({ position: z.coerce.number().int().nonnegative() }),
    answer: CommandHistory,
  }),
};
