import type { mutationOptions, QueryClient } from '@tanstack/react-query';
import { expect, vi } from 'vitest';
import { trusted } from '../../lib/trusted.ts';
import { batchKeys } from '../api/batches.ts';
import { capacityKeys } from '../api/battery-capacity.ts';
import { bulkKeys } from '../api/bulk.ts';
import { commandKeys } from '../api/command-history.ts';
import { directoryKeys } from '../api/directory.ts';
import { featureKeys } from '../api/features.ts';
import { fleetKeys } from '../api/fleet.ts';
import { locationKeys } from '../api/locations.ts';
import { memberKeys } from '../api/members.ts';
import { createQueryClient } from '../api/query-client.ts';
import { definitionKeys, tariffKeys } from '../api/report-definitions.ts';
import { offboardingKeys } from '../api/offboarding.ts';
import { overviewKeys } from '../api/overview.ts';
import { placeKeys } from '../api/places.ts';
import { reportKeys } from '../api/report-keys.ts';
import { sessionKey } from '../api/session.ts';
import { sweepKeys } from '../api/sweeps.ts';
import { templateKeys } from '../api/templates.ts';
import { uuid } from './samples.ts';

/** A mutation acts on the first of two neighbours; the second must stay untouched. */
const OF_EACH = {
  batch: batchKeys.detail,
  'batch extras': batchKeys.extras,
  sweeps: sweepKeys.ofBatch,
  capacity: capacityKeys.one,
  commands: commandKeys.ofEntity,
  features: featureKeys.list,
  locations: locationKeys.list,
  members: memberKeys.list,
  'report run': reportKeys.run,
  'report results': reportKeys.results,
  'bulk run': bulkKeys.run,
  offboarding: offboardingKeys.one,
} as const;

const OF_ALL = {
  'batch lists': batchKeys.lists,
  directory: directoryKeys.collectives,
  places: placeKeys.map,
  'fleet status': fleetKeys.status,
  'fleet failures': fleetKeys.failures,
  definitions: definitionKeys.all,
  tariffs: tariffKeys.all,
  templates: templateKeys.all,
  'report lists': reportKeys.runs(10, 0),
  'bulk runs': bulkKeys.runs,
  'offboarding list': offboardingKeys.list,
  overview: overviewKeys.all,
  session: sessionKey,
} as const;

/** The name of a query in the sample; a neighbour's ends with a 2. */
export type SampleName = keyof typeof OF_ALL | keyof typeof OF_EACH | `${keyof typeof OF_EACH} 2`;

const KEYS: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ...Object.entries(OF_ALL),
  ...Object.entries(OF_EACH).flatMap(([name, keyOf]) => [
    [name, keyOf(uuid(1))] as const,
    [`${name} 2`, keyOf(uuid(2))] as const,
  ]),
]);

/** Everything in the sample, for a mutation that invalidates it all. */
export const ALL_NAMES = [...KEYS.keys()];

const UNTOUCHED = { unchanged: true };

/** The effect of a mutation on a cache with one query of every kind. */
export interface CacheEffect {
  stale: string[];
  written: string[];
}

function filled(): QueryClient {
  const client = createQueryClient(() => undefined);
  for (const key of KEYS.values()) client.setQueryData(key, UNTOUCHED);
  return client;
}

function effectOn(client: QueryClient): CacheEffect {
  const names = [...KEYS].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    stale: names.flatMap(([name, key]) =>
      client.getQueryState(key)?.isInvalidated === true ? [name] : [],
    ),
    written: names.flatMap(([name, key]) => (client.getQueryData(key) === UNTOUCHED ? [] : [name])),
  };
}

export type Options<Answer, Given> = ReturnType<typeof mutationOptions<Answer, Error, Given>>;

/**
 * Runs a mutation twice on a cache with one query of every kind: answered, and refused by a server whose answer
 * says nothing.
 * @param answer the function's result; null if only its arrival counts
 * @returns the effect of both, and the first request
 */
export async function effectsOf<Answer, Given>(
  make: (client: QueryClient) => Options<Answer, Given>,
  given: Given,
  answer: unknown,
): Promise<{ request: string; done: CacheEffect; failed: CacheEffect }> {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(`${init.method ?? 'GET'} ${url.replace(/^\/api(?:\/console)?/, '')}`);
    return Promise.resolve(new Response('', { status: 500 }));
  });
  const run = async (change: (options: Options<Answer, Given>) => Options<Answer, Given>) => {
    const client = filled();
    const mutation = client.getMutationCache().build(client, change(make(client)));
    const outcome = await mutation.execute(given).then(
      () => 'done',
      () => 'failed',
    );
    return { outcome, effect: effectOn(client) };
  };
  const failed = await run((options) => options);
  expect(failed.outcome).toBe('failed');
  const done = await run((options) => ({
    ...options,
    mutationFn: () => Promise.resolve(trusted<Answer>(answer)),
  }));
  expect(done.outcome).toBe('done');
  vi.unstubAllGlobals();
  return { request: requests[0] ?? 'none', done: done.effect, failed: failed.effect };
}
