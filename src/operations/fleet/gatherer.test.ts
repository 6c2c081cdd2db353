import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatherRequest } from '../../contract/console/places.ts';
import type { EndpointShape } from '../../contract/endpoints.ts';
import type { Location } from '../../contract/location.ts';
import { importDirectory } from '../directory/import.ts';
import { createOutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../jobs/request-budget.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import type { RawAnswer } from '../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { changeGathering, recordGathering } from './gather-store.ts';
import { createGatherer, type Gatherer } from './gatherer.ts';
import { listPlaces } from './place-list.ts';
import { readPlaceMap } from './place-map.ts';
import { readPlaceFailures, readPlaceStatus } from './place-status.ts';
import { createPlaceLearning } from './place-store.ts';

const BUDGET = 20;

let clock: ManualClock;
let db: Kysely<Store>;
let gatherer: Gatherer;
let errors: unknown[];
/** The Service: Locations by Entity, and when it was asked for which. */
let locations: Map<string, Location[]>;
let asked: { at: number; id: string }[];
/** What goes wrong with a read, or null. */
let fault: (id: string) => UpstreamFault | null;
let pageSize: number;

function place(more: Partial<Location> = {}): Location {
  return { id: randomUUID(), label: 'Depot', latitude: 52, longitude: 5, ...more };
}

const call = async (
  _endpoint: EndpointShape,
  { params, query }: { params: Readonly<Record<string, string>>; query: object },
): Promise<RawAnswer> => {
  const id = params['entityId'] ?? '';
  asked.push({ at: clock.now(), id });
  await Promise.resolve();
  const wrong = fault(id);
  if (wrong !== null) throw wrong;
  const all = locations.get(id) ?? [];
  const token = 'continuationToken' in query ? query.continuationToken : undefined;
  const from = Number(token ?? 0);
  const next = from + pageSize < all.length ? String(from + pageSize) : null;
  const page = {
    data: all.slice(from, from + pageSize),
    links: { next: null },
    meta: { continuationToken: next, pageSize },
  };
  return {
    status: 200,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(JSON.stringify(page)),
  };
};

const refusal = (status: number, message: string, retryAfterS: number | null = null) =>
  new UpstreamFault(status >= 500 ? 'server-error' : 'refused', message, {
    status,
    retryAfterS,
    errors: [{ code: null, message, description: null }],
  });

function make(): Gatherer {
  return createGatherer({
    db,
    clock,
    upstream: { call },
    budget: createRequestBudget(BUDGET, clock).limiter('places'),
    breaker: createOutageBreaker(clock),
    onError: (error) => errors.push(error),
  });
}

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  errors = [];
  asked = [];
  locations = new Map();
  fault = () => null;
  pageSize = 100;
  gatherer = make();
});
afterEach(async () => {
  await gatherer.stop();
  await db.destroy();
  if (errors.length > 0) throw new AggregateError(errors, 'the gatherer itself failed');
});

/** A directory of so many Entities, each with one place. */
async function fleet(size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, () => randomUUID());
  const entities = ids.map((id, at) => ({ id, name: `Van ${at}`, type: 'EV', brand: null }));
  await importDirectory(db, { collectives: [], entities }, 'import', clock.now());
  for (const [at, id] of ids.entries()) locations.set(id, [place({ latitude: 50 + at / 1000 })]);
  return ids;
}

async function begin(more: Partial<GatherRequest> = {}): Promise<string> {
  const request = { id: randomUUID(), collectiveId: null, only: 'all' as const, ...more };
  await recordGathering(db, request, 'Olga', clock.now());
  gatherer.wake();
  return request.id;
}

async function advance(ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advance(Math.min(25, end - clock.now()));
    for (let turn = 0; turn < 30; turn += 1) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }
}

const status = (collective?: string) => readPlaceStatus(db, gatherer, collective, clock.now());
const run = async () => (await status()).gathering;
const list = async () => (await listPlaces(db, {}, clock.now())).places;

describe('gathering', () => {
  test('reads every page of every Entity, never above the budget, and says how far it is', async () => {
    const ids = await fleet(50);
    pageSize = 2;
    locations.set(
      ids[0] ?? '',
      Array.from({ length: 5 }, () => place()),
    );
    await begin();
    await advance(1000);
    const half = await run();
    expect(half).toMatchObject({ state: 'running', total: 50, failed: 0, operatorName: 'Olga' });
    expect(half?.done).toBeGreaterThan(0);
    expect(half?.done).toBeLessThan(50);
    await advance(4000);
    expect(await run()).toMatchObject({ state: 'done', done: 50, requests: 52, failed: 0 });
    expect(await status()).toMatchObject({ places: 54, entities: { total: 50, read: 50 } });
    for (const { at } of asked) {
      const inSecond = asked.filter((other) => other.at >= at && other.at < at + 1000);
      expect(inSecond.length).toBeLessThanOrEqual(BUDGET);
    }
  });

  test('reads only the Entities of a Collective, where that is asked for', async () => {
    await fleet(3);
    await importDirectory(db, SMALL_DIRECTORY, 'import', clock.now());
    await begin({ collectiveId: FLEET });
    await advance(2000);
    expect(new Set(asked.map(({ id }) => id))).toEqual(new Set(CARS));
    expect((await status(FLEET)).entities).toEqual({ total: 2, read: 2, failed: 0 });
    expect((await status()).entities).toEqual({ total: 5, read: 2, failed: 0 });
  });

  test('stops when told to, asks nothing meanwhile, and goes on where it was', async () => {
    await fleet(60);
    const id = await begin();
    await advance(1000);
    await changeGathering(db, id, 'stopped');
    gatherer.wake();
    await advance(200);
    const before = asked.length;
    const stopped = await run();
    expect(stopped?.state).toBe('stopped');
    await advance(5000);
    expect(asked.length).toBe(before);
    await changeGathering(db, id, 'running');
    gatherer.wake();
    await advance(5000);
    expect(await run()).toMatchObject({ state: 'done', done: 60 });
    // What was stored before the stop is not read a second time; only what was under way may be.
    expect(asked.length).toBeLessThanOrEqual(60 + 16);
  });

  test('goes on after a restart and reads nothing again that was stored', async () => {
    await fleet(60);
    await begin();
    await advance(1500);
    await gatherer.stop();
    const stored = (await run())?.done ?? 0;
    expect(stored).toBeGreaterThan(10);
    asked = [];
    gatherer = make();
    gatherer.wake();
    await advance(5000);
    expect(await run()).toMatchObject({ state: 'done', done: 60 });
    expect(asked).toHaveLength(60 - stored);
  });

  test('an Entity that fails is listed with the words of the Service, keeps its places, can be read again', async () => {
    const [broken = ''] = await fleet(3);
    await begin();
    await advance(2000);
    fault = (id) => (id === broken ? refusal(500, 'The meter is on fire.') : null);
    await begin();
    await advance(2000);
    expect(await run()).toMatchObject({ state: 'done', failed: 1 });
    const { failures, total } = await readPlaceFailures(db, {}, clock.now());
    expect(total).toBe(1);
    expect(failures[0]).toMatchObject({ entityId: broken, message: 'The meter is on fire.' });
    expect(failures[0]?.readAt).not.toBeNull();
    expect((await list()).some(({ entityId }) => entityId === broken)).toBe(true);
    fault = () => null;
    asked = [];
    await begin({ only: 'failed' });
    await advance(1000);
    expect(asked.map(({ id }) => id)).toEqual([broken]);
    expect((await status()).entities.failed).toBe(0);
  });

  test('an outage makes it wait with the words of the Service, and marks nothing as failed', async () => {
    await fleet(5);
    fault = () => refusal(503, 'Back at noon.', 30);
    await begin();
    await advance(2000);
    expect((await run())?.paused?.message).toBe('Back at noon.');
    const before = asked.length;
    await advance(20_000);
    expect(asked.length).toBe(before);
    fault = () => null;
    await advance(20_000);
    expect(await run()).toMatchObject({ state: 'done', failed: 0, done: 5, paused: null });
  });

  test('one Entity that alone answers as in an outage does not keep the others from being read', async () => {
    const [busy = ''] = await fleet(4);
    fault = (id) => (id === busy ? refusal(503, 'Come back later.') : null);
    await begin();
    await advance(120_000);
    expect((await status()).entities).toMatchObject({ read: 3 });
    // It counts as failed only as often as others were answered in between; else it is waited for.
    const said =
      (await run())?.paused?.message ?? (await readPlaceFailures(db, {}, 0)).failures[0]?.message;
    expect(said).toBe('Come back later.');
  });

  test('the same id is the same run; another one beside it is refused', async () => {
    await fleet(30);
    const id = await begin();
    await recordGathering(db, { id, collectiveId: null, only: 'all' }, 'Olga', clock.now());
    await expect(begin()).rejects.toMatchObject({ status: 409, code: 'gathering_under_way' });
    expect(await db.selectFrom('gatherings').selectAll().execute()).toHaveLength(1);
  });
});

describe('the id of a gathering, used twice', () => {
  test('is the same run, also after a later one; with another content it is refused', async () => {
    await fleet(1);
    const id = await begin();
    await advance(60_000);
    const later = await begin();
    await advance(60_000);
    expect((await run())?.id).toBe(later);
    await recordGathering(db, { id, collectiveId: null, only: 'all' }, 'Olga', clock.now());
    await expect(
      recordGathering(db, { id, collectiveId: null, only: 'failed' }, 'Olga', clock.now()),
    ).rejects.toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    expect((await run())?.id).toBe(later);
    expect(await db.selectFrom('gatherings').selectAll().execute()).toHaveLength(2);
  });
});

describe('places that are known', () => {
  test('are replaced by what is read later: one that is gone leaves', async () => {
    const [id = ''] = await fleet(1);
    await begin();
    await advance(1000);
    locations.set(id, [place({ label: 'New yard' })]);
    await gatherer.readNow(id);
    expect((await list()).map(({ label }) => label)).toEqual(['New yard']);
  });

  test('are never older than what an operator just saw', async () => {
    const [id = ''] = await fleet(1);
    await begin();
    await advance(1000);
    const learning = createPlaceLearning(db, clock);
    const [old] = await list();
    const seen = place({ label: 'Seen' });
    clock.advance(60_000);
    await learning.onListed(id, [seen], false);
    expect((await list()).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Depot', 'Seen']),
    );
    await learning.onDeleted(id, old?.id ?? '');
    expect((await list()).map(({ label }) => label)).toEqual(['Seen']);
    await learning.onListed(id, [], true);
    expect(await list()).toEqual([]);
  });

  test('outside of the valid range are counted and listed, and not on the map', async () => {
    const [id = ''] = await fleet(2);
    locations.set(id, [place({ latitude: 95 }), place({ latitude: 51, longitude: -181 })]);
    await begin();
    await advance(1000);
    const map = await readPlaceMap(db, {}, clock.now());
    expect(map).toMatchObject({ count: 1, odd: 2, types: [{ name: 'EV', count: 1, entities: 1 }] });
    const points = Buffer.from(map.points, 'base64');
    expect([points.readInt32LE(0), points.readInt32LE(4)]).toEqual([5_000_100, 500_000]);
    expect((await listPlaces(db, { odd: '1' }, clock.now())).total).toBe(2);
    expect((await status()).odd).toBe(2);
  });

  test('are counted with their Entities, and each Entity starts once', async () => {
    const [id = ''] = await fleet(2);
    locations.set(id, [place({ latitude: 51 }), place({ latitude: 52 }), place({ latitude: 53 })]);
    await begin();
    await advance(1000);
    const map = await readPlaceMap(db, {}, clock.now());
    expect(map).toMatchObject({ count: 4, entities: 2, types: [{ count: 4, entities: 2 }] });
    const starts = [...Buffer.from(map.startOf, 'base64')];
    expect(starts).toHaveLength(4);
    expect(starts[0]).toBe(1);
    expect(starts.filter((start) => start === 1)).toHaveLength(2);
  });

  test('are found by box, over the date line too, and by words', async () => {
    const [a = '', b = '', c = ''] = await fleet(3);
    locations.set(a, [place({ latitude: 10, longitude: 179.5, label: 'East %' })]);
    locations.set(b, [place({ latitude: 10, longitude: -179.5 })]);
    locations.set(c, [place({ latitude: 10, longitude: 0, label: 'Harbour' })]);
    await begin();
    await advance(1000);
    const found = async (query: Parameters<typeof listPlaces>[1]) =>
      (await listPlaces(db, query, clock.now())).places.map(({ entityId }) => entityId);
    const over = { south: 0, north: 20, west: 170, east: -170 };
    expect(await found(over)).toEqual([a, b]);
    expect(await found({ ...over, west: -170, east: 170 })).toEqual([c]);
    expect(await found({ q: 'van HARB' })).toEqual([c]);
    expect(await found({ q: 'east %' })).toEqual([a]);
    expect(await found({ type: 'Battery' })).toEqual([]);
    await expect(listPlaces(db, { south: 1 }, clock.now())).rejects.toMatchObject({ status: 400 });
  });
});
