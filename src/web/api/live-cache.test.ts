import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveChanges } from '../../contract/console/live.ts';
import type { QueryClient } from '@tanstack/react-query';
import { uuid } from '../testing/samples.ts';
import { LiveCache } from './live-cache.ts';
import { locationKeys } from './locations.ts';
import { placeMapQuery } from './places.ts';
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
