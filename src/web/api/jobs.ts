import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { JOB_ROUTES } from '../../contract/console/job-routes.ts';
import {
  JOB_PAGE_MAX,
  type Job,
  type JobItem,
  type JobItemFilter,
} from '../../contract/console/job.ts';
import { callWith } from './client.ts';
import { query, readAll } from './query.ts';

/** How often jobs that go on are read again, in ms: the stream does not name those that change Entities. */
const POLL_MS = 1500;
/** The same while none goes on: only an operator can change that. */
const IDLE_POLL_MS = 10_000;

/** Rows of one page of items. */
export const JOB_ITEMS_PER_PAGE = 100;

/** Whether a job can still change without an operator. One stopped with nothing left to send is about to end. */
export function isGoingOn({ state, counts }: Pick<Job, 'state' | 'counts'>): boolean {
  return state === 'running' || (state === 'stopped' && counts.waiting === 0) || counts.sending > 0;
}

/** The newest bulk changes. */
export const bulkRuns = queryOptions({
  ...query(JOB_ROUTES.bulkRuns),
  refetchInterval: ({ state: { data } }) => {
    if (data === undefined) return false;
    return data.jobs.some(isGoingOn) ? POLL_MS : IDLE_POLL_MS;
  },
});

/** One job with its counts. @param id undefined: none yet */
export function jobQuery(id: string | undefined) {
  return queryOptions({
    ...query(JOB_ROUTES.job, id === undefined ? null : { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.job.state === 'done') return false;
      return isGoingOn(data.job) ? POLL_MS : IDLE_POLL_MS;
    },
  });
}

/**
 * A page of the items of a job.
 * @param page from 1
 * @param goingOn whether it is polled
 */
export function jobItems(
  id: string,
  state: JobItemFilter | undefined,
  page: number,
  goingOn: boolean,
) {
  const offset = (page - 1) * JOB_ITEMS_PER_PAGE;
  // `goingOn` is for the key: another one once nothing changes guarantees that the last results are read.
  const input = {
    params: { id },
    query: { state, offset, limit: JOB_ITEMS_PER_PAGE },
    goingOn,
  };
  return queryOptions({
    ...query(JOB_ROUTES.jobItems, input),
    refetchInterval: goingOn ? POLL_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** All items of a job that pass a filter. @throws ApiError */
export const readJobItems = (
  id: string,
  state: JobItemFilter | undefined,
  signal?: AbortSignal,
): Promise<JobItem[]> =>
  readAll(async (offset) => {
    const asked = { params: { id }, query: { state, offset, limit: JOB_PAGE_MAX }, signal };
    const { items: rows, total } = await callWith(JOB_ROUTES.jobItems, asked);
    return { rows, total };
  });

/** The same as a query. @param id undefined: none yet */
export function allJobItems(id: string | undefined, state: JobItemFilter) {
  const { queryKey, meta } = query(
    JOB_ROUTES.jobItems,
    id === undefined ? null : { params: { id }, query: { state } },
  );
  return queryOptions({
    queryKey: [...queryKey, 'all'] as const,
    queryFn: ({ signal }) => readJobItems(id ?? '', state, signal),
    enabled: id !== undefined,
    meta,
  });
}
