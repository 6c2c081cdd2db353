import { GET, POST, byId } from './route-parts.ts';
import {
  BulkItemQuery,
  BulkItems,
  BulkRequest,
  BulkRunDetail,
  BulkRuns,
  BulkTargets,
  BulkTargetsRequest,
} from './bulk.ts';

/** Routes for changing many Entities. */
export const BULK_ROUTES = {
  bulkRuns: { ...GET, path: '/api/console/bulk', answer: BulkRuns },
  startBulk: { ...POST, path: '/api/console/bulk', body: BulkRequest, answer: BulkRunDetail },
  bulkRun: { ...GET, path: '/api/console/bulk/{id}', params: byId, answer: BulkRunDetail },
  bulkItems: {
    ...GET,
    path: '/api/console/bulk/{id}/items',
    params: byId,
    query: BulkItemQuery,
    answer: BulkItems,
  },
  stopBulk: { ...POST, path: '/api/console/bulk/{id}/stop', params: byId, answer: BulkRunDetail },
  resumeBulk: {
    ...POST,
    path: '/api/console/bulk/{id}/resume',
    params: byId,
    answer: BulkRunDetail,
  },
  /** Resolves the targeted Entities; a POST since the list can be long. */
  bulkTargets: {
    ...POST,
    path: '/api/console/bulk-targets',
    body: BulkTargetsRequest,
    answer: BulkTargets,
  },
} as const;
