import { z } from '../zod.ts';
import { Uuid } from '../primitives.ts';
import {
  BulkItemQuery,
  BulkItems,
  BulkRequest,
  BulkRunDetail,
  BulkRuns,
  BulkTargets,
  BulkTargetsRequest,
} from './bulk.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });

/** Routes for changing many Entities. */
export const BULK_ROUTES = {
  bulkRuns: {
    method: 'GET',
    path: '/api/console/bulk',
    params: none,
    query: none,
    body: null,
    answer: BulkRuns,
  },
  startBulk: {
    method: 'POST',
    path: '/api/console/bulk',
    params: none,
    query: none,
    body: BulkRequest,
    answer: BulkRunDetail,
  },
  bulkRun: {
    method: 'GET',
    path: '/api/console/bulk/{id}',
    params: byId,
    query: none,
    body: null,
    answer: BulkRunDetail,
  },
  bulkItems: {
    method: 'GET',
    path: '/api/console/bulk/{id}/items',
    params: byId,
    query: BulkItemQuery,
    body: null,
    answer: BulkItems,
  },
  stopBulk: {
    method: 'POST',
    path: '/api/console/bulk/{id}/stop',
    params: byId,
    query: none,
    body: null,
    answer: BulkRunDetail,
  },
  resumeBulk: {
    method: 'POST',
    path: '/api/console/bulk/{id}/resume',
    params: byId,
    query: none,
    body: null,
    answer: BulkRunDetail,
  },
  /** Says which Entities are meant; a POST since the list can be long. */
  bulkTargets: {
    method: 'POST',
    path: '/api/console/bulk-targets',
    params: none,
    query: none,
    body: BulkTargetsRequest,
    answer: BulkTargets,
  },
} as const;
