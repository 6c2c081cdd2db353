import { GET, POST, byId } from './route-parts.ts';
import {
  BulkRequest,
  BulkTargets,
  BulkTargetsRequest,
  CancelRequest,
  JobDetail,
  JobItemQuery,
  JobItems,
  Jobs,
} from './job.ts';

const BULK_TOUCHES = ['jobs', 'features', 'capacity', 'offboarding'] as const;
const CANCEL_TOUCHES = ['jobs', 'batch'] as const;

/** A change of a job; both kinds have the same answer, but not the same permission. */
const change = { ...POST, params: byId, answer: JobDetail } as const;

/** Routes for changing many Entities, and for canceling many Commands. */
export const JOB_ROUTES = {
  /** The newest jobs that change Entities. */
  bulkRuns: { ...GET, path: '/api/console/bulk', shows: ['jobs'], answer: Jobs },
  startBulk: {
    ...POST,
    path: '/api/console/bulk',
    touches: BULK_TOUCHES,
    body: BulkRequest,
    answer: JobDetail,
  },
  stopBulk: { ...change, path: '/api/console/bulk/{id}/stop', touches: BULK_TOUCHES },
  resumeBulk: { ...change, path: '/api/console/bulk/{id}/resume', touches: BULK_TOUCHES },
  /** Resolves the targeted Entities; a POST since the list can be long. */
  bulkTargets: {
    ...POST,
    path: '/api/console/bulk-targets',
    shows: ['directory'],
    body: BulkTargetsRequest,
    answer: BulkTargets,
  },
  /** The jobs that cancel the Commands of a batch. */
  sweeps: {
    ...GET,
    path: '/api/console/batches/{id}/sweeps',
    shows: ['jobs'],
    params: byId,
    answer: Jobs,
  },
  startSweep: {
    ...change,
    path: '/api/console/batches/{id}/sweeps',
    touches: CANCEL_TOUCHES,
    body: CancelRequest,
  },
  stopSweep: { ...change, path: '/api/console/sweeps/{id}/stop', touches: CANCEL_TOUCHES },
  resumeSweep: { ...change, path: '/api/console/sweeps/{id}/resume', touches: CANCEL_TOUCHES },
  job: {
    ...GET,
    path: '/api/console/jobs/{id}',
    shows: ['jobs'],
    params: byId,
    answer: JobDetail,
  },
  jobItems: {
    ...GET,
    path: '/api/console/jobs/{id}/items',
    shows: ['jobs'],
    params: byId,
    query: JobItemQuery,
    answer: JobItems,
  },
} as const;
