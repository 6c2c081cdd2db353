import { get, post } from '../route.ts';
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

const bulk = {
  touches: ['jobs', 'features', 'capacity', 'offboarding'],
  answer: JobDetail,
} as const;
const cancel = { touches: ['jobs', 'batch'], answer: JobDetail } as const;

/** Routes for changing many Entities, and for canceling many Commands. */
export const JOB_ROUTES = {
  /** The newest jobs that change Entities. */
  bulkRuns: get('/api/console/bulk', { shows: ['jobs'], answer: Jobs }),
  startBulk: post('/api/console/bulk', { ...bulk, body: BulkRequest }),
  stopBulk: post('/api/console/bulk/{id}/stop', bulk),
  resumeBulk: post('/api/console/bulk/{id}/resume', bulk),
  /** Resolves the targeted Entities; a POST since the list can be long. */
  bulkTargets: post('/api/console/bulk-targets', {
    shows: ['directory'],
    body: BulkTargetsRequest,
    answer: BulkTargets,
  }),
  /** The jobs that cancel the Commands of a batch. */
  sweeps: get('/api/console/batches/{id}/sweeps', { shows: ['jobs'], answer: Jobs }),
  startSweep: post('/api/console/batches/{id}/sweeps', { ...cancel, body: CancelRequest }),
  stopSweep: post('/api/console/sweeps/{id}/stop', cancel),
  resumeSweep: post('/api/console/sweeps/{id}/resume', cancel),
  job: get('/api/console/jobs/{id}', { shows: ['jobs'], answer: JobDetail }),
  jobItems: get('/api/console/jobs/{id}/items', {
    shows: ['jobs'],
    query: JobItemQuery,
    answer: JobItems,
  }),
};
