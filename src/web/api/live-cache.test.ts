import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveChanges } from '../../contract/console/live.ts';
import { glance } from '../testing/fleet-entity-samples.ts';
import { SENT_BATCHES } from '../testing/batch-samples.ts';
import { uuid } from '../testing/samples.ts';
import { fleetStatusQuery } from './fleet.ts';
import { fleetCollectiveQuery, fleetEntityQuery } from './fleet-entity.ts';
import { LiveCache } from './live-cache.ts';
import { locationKeys } from './locations.ts';
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

test('a place that another browser deleted leaves the map with the next update', () => {
  cache.apply(changes({ placeDeletedAt: 3 }));
  expect(isStale(MAP)).toBe(false);
  cache.apply(changes({ version: 4, placeDeletedAt: 3 }));
  expect(isStale(MAP)).toBe(false);
  cache.apply(changes({ version: 5, placeDeletedAt: 5 }));
  expect(isStale(MAP)).toBe(true);
  expect(isStale(locationKeys.list(uuid(1)))).toBe(true);
});

test('a batch that changes invalidates the last outcomes, and those on screen are read again once', () => {
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

test('changes of the fleet store invalidate at once, and are read again once per pause', () => {
  vi.useFakeTimers();
  const status = fleetStatusQuery().queryKey;
  const held: unknown = { due: 0 };
  client.setQueryData([...status], held);
  const readAgain = vi.fn<() => Promise<never>>(() => new Promise<never>(() => {}));
  const observe = (queryKey: readonly unknown[]) =>
    new QueryObserver(client, { queryKey, queryFn: readAgain, staleTime: Infinity }).subscribe(
      () => {},
    );
  const stops = [observe(MAP), observe(status)];
  cache.apply(changes({ fleetAt: 7 }));
  cache.apply(changes({ version: 2, fleetAt: 7 }));
  cache.apply(changes({ version: 3 }));
  expect([isStale(MAP), isStale(status)]).toEqual([false, false]);
  cache.apply(changes({ version: 8, fleetAt: 8 }));
  cache.apply(changes({ version: 9, fleetAt: 9 }));
  expect([isStale(MAP), isStale(status)]).toEqual([true, true]);
  expect(readAgain).not.toHaveBeenCalled();
  vi.runOnlyPendingTimers();
  expect(readAgain).toHaveBeenCalledTimes(2);
  for (const stop of stops) stop();
});

test('facts of an Entity and of a Collective become stale; the Collective is read less often', () => {
  vi.useFakeTimers();
  const [entity, collective] = [
    fleetEntityQuery(uuid(1)).queryKey,
    fleetCollectiveQuery(uuid(900), 'UTC').queryKey,
  ];
  const held: unknown = { ...glance(), entities: 10_000 };
  const asked: string[] = [];
  const stops = [entity, collective].map((queryKey) => {
    client.setQueryData([...queryKey], held);
    const queryFn = () => {
      asked.push(queryKey[1]);
      return new Promise<never>(() => {});
    };
    return new QueryObserver<unknown>(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(
      () => {},
    );
  });
  cache.apply(changes({ fleetAt: 1 }));
  expect([isStale(entity), isStale(collective)]).toEqual([false, false]);
  cache.apply(changes({ version: 2, fleetAt: 2 }));
  expect([isStale(entity), isStale(collective)]).toEqual([true, true]);
  vi.advanceTimersByTime(3000);
  expect(asked).toEqual(['entity']);
  vi.advanceTimersByTime(7000);
  expect(asked).toEqual(['entity', 'collective']);
  for (const stop of stops) stop();
});

test('the batches of a Collective follow the update before the rest is read again', () => {
  vi.useFakeTimers();
  const { queryKey } = fleetCollectiveQuery(uuid(900), 'UTC');
  const [older, other] = SENT_BATCHES;
  if (older === undefined || other === undefined) throw new Error('no samples');
  const batch = { ...older, collectiveId: uuid(900), verdictCounts: { sent: 60 } };
  const data = glance({ batches: [batch], entities: 60 });
  client.setQueryData(queryKey, data);
  client.setQueryData([...queryKey, 'more', 'parts'], { rows: [] });
  let reads = 0;
  const stop = new QueryObserver<unknown>(client, {
    queryKey,
    queryFn: () => {
      reads += 1;
      return new Promise<never>(() => {});
    },
    staleTime: Infinity,
  }).subscribe(() => {});
  const moved = { ...batch, version: batch.version + 1, verdictCounts: { verified: 12, sent: 48 } };
  const fresh = { ...batch, id: uuid(77), createdAt: '2099-01-01T00:00:00Z' };
  const foreign = { ...fresh, id: uuid(78), collectiveId: uuid(901) };
  cache.apply(changes({ batches: [moved, fresh, foreign] }));
  expect(client.getQueryData(queryKey)).toEqual({ ...data, batches: [fresh, moved] });
  // The update contained only the batches.
  expect(isStale(queryKey)).toBe(true);
  expect(reads).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(reads).toBe(1);
  stop();
});

test('a large map is read again less often than the status beside it', () => {
  vi.useFakeTimers();
  const large: unknown = { count: 100_000 };
  client.setQueryData([...MAP], large);
  const readAgain = vi.fn<() => Promise<never>>(() => new Promise<never>(() => {}));
  const stop = new QueryObserver(client, {
    queryKey: MAP,
    queryFn: readAgain,
    staleTime: Infinity,
  }).subscribe(() => {});
  cache.apply(changes({ fleetAt: 1 }));
  cache.apply(changes({ version: 2, fleetAt: 2 }));
  vi.advanceTimersByTime(14_000);
  expect(readAgain).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(readAgain).toHaveBeenCalledTimes(1);
  stop();
});
