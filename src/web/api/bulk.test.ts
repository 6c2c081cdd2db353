import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BulkRun } from '../../contract/console/bulk.ts';
import { SEEN_AT } from '../testing/batch-samples.ts';
import { bulkRun, RUNNING_BULK } from '../testing/bulk-samples.ts';
import { uuid } from '../testing/samples.ts';
import { capacityKeys } from './battery-capacity.ts';
import { bulkRunQuery, bulkRunsQuery } from './bulk.ts';
import { featureKeys } from './features.ts';
import { createQueryClient } from './query-client.ts';

const STOPPED = bulkRun({ state: 'stopped', counts: { ...bulkRun().counts, waiting: 6 } });
const SETTLED = bulkRun({ state: 'stopped' });

let server: BulkRun;
const client = createQueryClient(() => {});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    const of = url.endsWith('/bulk') ? { runs: [server], more: false } : { run: server };
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
  'the page of a run': () => new QueryObserver(client, bulkRunQuery(STOPPED.id)).subscribe(noticed),
  'the list of runs': () => new QueryObserver(client, bulkRunsQuery).subscribe(noticed),
};
const states = () => {
  const detail = client.getQueryData(bulkRunQuery(STOPPED.id).queryKey);
  const runs = client.getQueryData(bulkRunsQuery.queryKey)?.runs ?? [];
  return [...(detail === undefined ? [] : [detail.run]), ...runs].map(({ state }) => state);
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

test.each(['the page of a run', 'the list of runs'] as const)(
  '%s invalidates what a run changes, until it ends',
  async (watched) => {
    const features = featureKeys.list(uuid(1));
    const capacity = capacityKeys.one(uuid(1));
    const isStale = () => client.getQueryState(features)?.isInvalidated;
    const reread = () => {
      client.setQueryData(features, []);
      client.setQueryData(capacity, { batteryCapacity: 77 });
    };
    reread();
    server = { ...RUNNING_BULK, id: STOPPED.id };
    const leave = WATCH[watched]();
    await vi.advanceTimersByTimeAsync(100);
    expect(isStale()).toBe(true);
    reread();
    server = bulkRun();
    await vi.advanceTimersByTimeAsync(2000);
    expect(isStale()).toBe(true);
    reread();
    await vi.advanceTimersByTimeAsync(20_000);
    leave();
    expect(isStale()).toBe(false);
    expect(client.getQueryState(capacity)?.isInvalidated).toBe(false);
  },
);
