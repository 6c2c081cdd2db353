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
  bulkRuns: { ...GET, path: '/api/console/bulk', shows: ['bulk'], answer: BulkRuns },
  startBulk: {
    ...POST,
    path: '/api/console/bulk',
    touches: ['bulk', 'features', 'capacity', 'offboarding'],
    body: BulkRequest,
    answer: BulkRunDetail,
  },
  bulkRun: {
    ...GET,
    path: '/api/console/bulk/{id}',
    shows: ['bulk'],
    params: byId,
    answer: BulkRunDetail,
  },
  bulkItems: {
    ...GET,
    path: '/api/console/bulk/{id}/items',
    shows: ['bulk'],
    params: byId,
    query: BulkItemQuery,
    answer: BulkItems,
  },
  stopBulk: {
    ...POST,
    path: '/api/console/bulk/{id}/stop',
    touches: ['bulk', 'features', 'capacity', 'offboarding'],
    params: byId,
    answer: BulkRunDetail,
  },
  resumeBulk: {
    ...POST,
    path: '/api/console/bulk/{id}/resume',
    touches: ['bulk', 'features', 'capacity', 'offboarding'],
    params: byId,
    answer: BulkRunDetail,
  },
  /** Resolves the targeted Entities; a POST since the list can be long. */
  bulkTargets: {
    ...POST,
    path: '/api/console/bulk-targets',
    shows: ['directory'],
    body: BulkTargetsRequest,
    answer: BulkTargets,
  },
} as const;
