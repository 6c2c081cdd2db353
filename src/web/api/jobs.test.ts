import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '../../contract/console/job.ts';
import { SEEN_AT } from '../testing/batch-samples.ts';
import { bulkRun, RUNNING_BULK } from '../testing/job-samples.ts';
import { batch, uuid } from '../testing/samples.ts';
import { noteAct } from './attention.ts';
import { batchQuery, isMoving } from './batches.ts';
import { bulkRuns, jobQuery as runOf } from './jobs.ts';
import { createQueryClient } from './query-client.ts';

const STOPPED = bulkRun({ state: 'stopped', counts: { ...bulkRun().counts, waiting: 6 } });
const SETTLED = bulkRun({ state: 'stopped' });

let server: Job;
const client = createQueryClient(() => {});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    const of = url.endsWith('/bulk') ? { jobs: [server], more: false } : { job: server };
    return new Response(JSON.stringify({ ...of, asOf: SEEN_AT }), { status: 200 });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const noticed = () => {};
const WATCH = {
  'the page of a run': () => new QueryObserver(client, runOf(STOPPED.id)).subscribe(noticed),
  'the list of runs': () => new QueryObserver(client, bulkRuns).subscribe(noticed),
};
const states = () => {
  const detail = client.getQueryData(runOf(STOPPED.id).queryKey);
  const runs = client.getQueryData(bulkRuns.queryKey)?.jobs ?? [];
  return [...(detail === undefined ? [] : [detail.job]), ...runs].map(({ state }) => state);
};

test.each([
  ['the page of a run', 'stopped', STOPPED, 11_000],
  ['the page of a run', 'stopped with nothing left', SETTLED, 2000],
  ['the list of runs', 'stopped', STOPPED, 11_000],
  ['the list of runs', 'done', bulkRun(), 11_000],
] as const)('%s follows a colleague: %s', async (watched, _state, before, waitMs) => {
  server = before;
  const leave = WATCH[watched]();
  await vi.advanceTimersByTimeAsync(100);
  expect(states()).toEqual([before.state]);
  server = { ...RUNNING_BULK, id: STOPPED.id };
  await vi.advanceTimersByTimeAsync(waitMs);
  leave();
  expect(states()).toEqual(['running']);
});

test('a finished run is not polled', async () => {
  server = bulkRun();
  const leave = WATCH['the page of a run']();
  await vi.advanceTimersByTimeAsync(100);
  server = RUNNING_BULK;
  await vi.advanceTimersByTimeAsync(60_000);
  leave();
  expect(states()).toEqual(['done']);
});

test('an unknown outcome can change while it is being checked, or while adopted Commands are open', () => {
  const unknown = { outcome: 'unknown', settled: false, resolution: null } as const;
  expect(isMoving({ ...unknown, open: 0 })).toBe(false);
  expect(isMoving({ ...unknown, open: 3 })).toBe(true);
});

test('only the first read of a batch counts as an act of the operator', async () => {
  const headers: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(new Headers(init.headers).get('X-Gridhelm-Background'));
    return new Response(JSON.stringify(batch([])), { status: 200 });
  });
  const own = createQueryClient(() => {});
  noteAct();
  await own.fetchQuery({ ...batchQuery(uuid(800)), staleTime: 0 });
  await own.fetchQuery({ ...batchQuery(uuid(800)), staleTime: 0 });
  vi.unstubAllGlobals();
  expect(headers).toEqual([null, '1']);
});
