import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveChanges } from '../../contract/console/live.ts';
import { SENT_BATCHES } from '../testing/batch-samples.ts';
import { uuid } from '../testing/samples.ts';
import { LiveCache } from './live-cache.ts';
import { locationKeys } from './locations.ts';
import { overviewQuery } from './overview.ts';
import { placeMapQuery, placesQuery } from './places.ts';
import { createQueryClient } from './query-client.ts';

const MAP = placeMapQuery({}).queryKey;
const changes = (more: Partial<LiveChanges>): LiveChanges => ({
  version: 1,
  batches: [],
  sweeps: [],
  reports: [],
  more: false,
  asOf: '2026-03-02T14:02:31Z',
  ...more,
});

let client: QueryClient;
let cache: LiveCache;
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
beforeEach(() => {
  client = createQueryClient(() => {});
  cache = new LiveCache(client, { onEnded() {}, onLateFind() {} });
  const map: unknown = { places: 1 };
  client.setQueryData([...MAP], map);
  client.setQueryData(locationKeys.list(uuid(1)), { pages: [], pageParams: [] });
});
afterEach(() => {
  vi.useRealTimers();
  cache.close();
  client.clear();
});

test('a place that another browser deleted leaves the map as soon as it is told', () => {
  cache.apply(changes({ placeDeletedAt: 3 }));
  expect(isStale(MAP)).toBe(false);
  cache.apply(changes({ version: 4, placeDeletedAt: 3 }));
  expect(isStale(MAP)).toBe(false);
  cache.apply(changes({ version: 5, placeDeletedAt: 5 }));
  expect(isStale(MAP)).toBe(true);
  expect(isStale(locationKeys.list(uuid(1)))).toBe(true);
});

test('a batch that changes makes the last outcomes stale, and those on screen are read again once', () => {
  vi.useFakeTimers();
  const list = placesQuery({ q: 'van' }, 0).queryKey;
  const rows: unknown = { places: [] };
  client.setQueryData([...list], rows);
  const readAgain = vi.fn<() => Promise<never>>(() => new Promise<never>(() => {}));
  const stop = new QueryObserver(client, {
    queryKey: MAP,
    queryFn: readAgain,
    staleTime: Infinity,
  }).subscribe(() => {});
  cache.apply(changes({}));
  cache.apply(changes({ version: 2 }));
  expect([isStale(MAP), isStale(list)]).toEqual([false, false]);
  cache.apply(changes({ version: 3, batches: SENT_BATCHES.slice(0, 1) }));
  cache.apply(changes({ version: 4, batches: SENT_BATCHES.slice(0, 1) }));
  expect([isStale(MAP), isStale(list)]).toEqual([true, true]);
  expect(readAgain).not.toHaveBeenCalled();
  vi.runOnlyPendingTimers();
  expect(readAgain).toHaveBeenCalledTimes(1);
  stop();
});

test('news of the fleet store make the Overview stale at once, and it is read again calmly', () => {
  vi.useFakeTimers();
  const overview = overviewQuery('UTC').queryKey;
  const held: unknown = { asOf: '2026-03-02T14:02:31Z' };
  client.setQueryData([...overview], held);
  const readAgain = vi.fn<() => Promise<never>>(() => new Promise<never>(() => {}));
  const stop = new QueryObserver(client, {
    queryKey: overview,
    queryFn: readAgain,
    staleTime: Infinity,
  }).subscribe(() => {});
  cache.apply(changes({ fleetAt: 3 }));
  cache.apply(changes({ version: 4, fleetAt: 3 }));
  expect(isStale(overview)).toBe(false);
  for (const version of [5, 6, 7]) cache.apply(changes({ version, fleetAt: version }));
  expect(isStale(overview)).toBe(true);
  expect(readAgain).not.toHaveBeenCalled();
  vi.runOnlyPendingTimers();
  expect(readAgain).toHaveBeenCalledTimes(1);
  stop();
});
