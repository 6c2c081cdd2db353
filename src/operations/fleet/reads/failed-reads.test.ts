import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { UpstreamFault } from '../../../http/fault.ts';
import { lastKnownIn } from '../last-known.ts';
import { readFleetFailures } from '../fleet-failures.ts';
import { turnedAway } from '../testing/fake-fleet-service.ts';
import { chargeSession } from '../testing/fleet-rows.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';

const DAY_MS = 86_400_000;

const world = readsOfEachTest(OF_ENTITIES_ALONE);
const pagesOf = (id: string) =>
  world.service.asked.filter(({ what, entityId }) => what === 'sessions' && entityId === id);
const failuresNow = (filter: Parameters<typeof readFleetFailures>[1] = {}) =>
  readFleetFailures(world.db, filter, world.clock.now());

describe('failures', () => {
  test('an Entity that always fails is named, tried less and less, and delays no other', async () => {
    const [bad = ''] = await world.fleet(20);
    world.service.fault = (id) =>
      id === bad ? turnedAway(503, 'The gateway of Van 0 is away.') : null;
    await world.begin(20_000);
    const sessions = await world.rowOf('sessions');
    expect(sessions).toMatchObject({ fresh: 19, failed: 1 });
    const { failures } = await failuresNow();
    expect(failures.every(({ id }) => id === bad)).toBe(true);
    expect(failures[0]).toMatchObject({ message: 'The gateway of Van 0 is away.', tries: 1 });
    const tried = () => world.service.asked.filter(({ entityId }) => entityId === bad).length;
    const before = tried();
    await world.pass(DAY_MS);
    // Five resources, each at most once every six hours after a few quick tries.
    expect(tried() - before).toBeLessThan(5 * 3 * 14);
    world.service.fault = () => null;
    await world.pass(DAY_MS);
    expect((await failuresNow()).total).toBe(0);
  });

  test.each([403, 404])(
    'an Entity that is refused with %i is named for each resource',
    async (status) => {
      const [bad = '', without = ''] = await world.fleet(5);
      world.service.fault = (id, what) => {
        if (id === bad) return turnedAway(status, 'No such Entity for this client.');
        // The Service knows this one, but it has no capacity.
        return id === without && what === 'capacity' ? turnedAway(404, 'None.') : null;
      };
      await world.begin(20_000);
      const { failures } = await failuresNow();
      expect(failures.map(({ id, resource, tries }) => [id, resource, tries])).toEqual(
        ['capacity', 'commands', 'features', 'locations', 'sessions'].map((each) => [bad, each, 1]),
      );
      const message = 'No such Entity for this client.';
      expect(failures.every((each) => each.message === message)).toBe(true);
      const capacity = await world.rowOf('capacity');
      expect(capacity).toMatchObject({ fresh: 4, failed: 1 });
      await world.pass(120_000);
      const again = (await failuresNow()).failures;
      expect(again.every(({ tries }) => tries === 2)).toBe(true);
      world.service.fault = () => null;
      await world.pass(DAY_MS / 4);
      expect((await failuresNow()).total).toBe(0);
    },
  );

  test('names a failure for pages that repeat or never end', async () => {
    const [repeating = '', endless = ''] = await world.fleet(5);
    let page = 0;
    const one = chargeSession({ startMs: world.clock.now() - DAY_MS, energy: 1 });
    world.service.answer = (id, what) => {
      if (what !== 'sessions' || (id !== repeating && id !== endless)) return null;
      page += 1;
      const session = id === repeating ? one : { ...one, id: randomUUID() };
      return { data: [session], meta: { continuationToken: `page ${page}`, pageSize: 1 } };
    };
    await world.begin(20_000);
    const { failures } = await failuresNow();
    expect(failures.map(({ id, resource }) => [id, resource])).toEqual(
      [repeating, endless].toSorted().map((id) => [id, 'sessions']),
    );
    expect(failures[0]?.message).toContain('without an end');
    const asked = (id: string) => pagesOf(id).length;
    expect(asked(repeating)).toBeLessThan(10);
    expect(asked(endless)).toBeLessThanOrEqual(200);
    expect((await world.ofEntities()).every(({ fresh }) => fresh >= 3)).toBe(true);
  });

  test('leaves out and names an unusable item, and keeps the others of its list', async () => {
    const [bad = ''] = await world.fleet(3);
    const sessions = [1, 2, 3].map((days) =>
      chargeSession({ startMs: world.clock.now() - days * DAY_MS, energy: days }),
    );
    const data = JSON.stringify(sessions).replace('"total":2', '"total":1e400');
    const features = [{ feature: 'A', isEnabled: true }, { feature: 'B' }];
    world.service.answer = (id, what) => {
      if (id !== bad) return null;
      if (what === 'features') return features;
      return what === 'sessions' ? `{"data":${data},"links":null,"meta":null}` : null;
    };
    await world.begin(20_000);
    const left = (await world.sessionsOf(bad)).map(({ id }) => id);
    expect(new Set(left)).toEqual(new Set([sessions[0]?.id, sessions[2]?.id]));
    const { failures } = await failuresNow();
    expect(failures.map(({ id, resource }) => [id, resource])).toEqual([
      [bad, 'features'],
      [bad, 'sessions'],
    ]);
    const why = '"1.isEnabled" is missing or wrong. The others are kept.';
    expect(failures[0]?.message).toContain('One item');
    expect(failures[0]?.message).toContain(why);
    expect(failures[1]?.message).toContain('"data.1.data.charge.total.total"');
    const asked = { params: { entityId: bad }, query: {} };
    const known = await lastKnownIn(world.db)('listFeatures', asked);
    // What is stored is not the whole list, so it is no copy of it.
    expect(known).toBeNull();
  });

  test('follows a page that is only linked, and names a failure for one without a token', async () => {
    const [linked = '', lost = ''] = await world.fleet(3);
    const sessions = [1, 2].map((days) =>
      chargeSession({ startMs: world.clock.now() - days * DAY_MS, energy: days }),
    );
    world.service.answer = (id, what, query) => {
      if (what !== 'sessions' || (id !== linked && id !== lost)) return null;
      const isFirst = query['continuationToken'] === undefined;
      const path = id === linked ? '/v1/x?pageSize=1&continuationToken=second' : '/v1/x?page=2';
      const links = { next: isFirst ? path : null };
      return { data: isFirst ? sessions.slice(0, 1) : sessions.slice(1), links, meta: {} };
    };
    await world.begin(20_000);
    expect(await world.sessionsOf(linked)).toHaveLength(2);
    const { failures } = await failuresNow({ resource: 'sessions' });
    expect(failures.map(({ id }) => id)).toEqual([lost]);
    expect(failures[0]?.message).toContain('without a token');
  });

  test('an outage pauses everything, and marks nothing as failed', async () => {
    await world.fleet(20);
    world.service.fault = () => turnedAway(503, 'Maintenance.');
    await world.begin(30_000);
    expect(world.reads.pause()?.message).toBe('Maintenance.');
    expect(world.service.asked.length).toBeLessThan(50);
    world.service.fault = () => null;
    await world.pass(20_000);
    expect((await world.ofEntities()).every(({ fresh }) => fresh === 20)).toBe(true);
  });
});

describe('many failures', () => {
  test('probes with another read each time after an outage: constant failures do not prolong it', async () => {
    const ids = await world.fleet(40);
    const bad = new Set(ids.slice(0, 12));
    world.service.fault = (id) => (bad.has(id) ? turnedAway(503, 'Away.') : null);
    await world.begin(120_000);
    expect(world.reads.pause()).toBeNull();
    for (const { fresh, failed } of (await world.status()).resources.slice(0, 5)) {
      expect([fresh, failed]).toEqual([28, 12]);
    }
  });

  test('a refused read waits as long as the Service asks', async () => {
    const [bad = ''] = await world.fleet(5);
    const away = new UpstreamFault('server-error', 'Away.', { status: 503, retryAfterS: 60 });
    world.service.fault = (id) => (id === bad ? away : null);
    await world.begin(50_000);
    const tried = world.service.asked.filter(({ entityId }) => entityId === bad);
    // Once for each resource; its history is not known to be due yet.
    expect(tried).toHaveLength(5);
    expect((await world.ofEntities()).every(({ fresh }) => fresh === 4)).toBe(true);
  });
});

describe('a rate limit', () => {
  const limit = () =>
    new UpstreamFault('refused', 'Slow down.', { status: 429, retryAfterS: 3600 });
  const stateOf = async (name: string) => {
    const row = await world.rowOf(name);
    return [row?.fresh, row?.failed];
  };

  test('for one Entity pauses no other read, and its own as long as the Service asks', async () => {
    const [bad = ''] = await world.fleet(20);
    world.service.fault = (id, what) => (id === bad && what === 'sessions' ? limit() : null);
    await world.begin(10_000);
    expect(world.reads.pause()).toBeNull();
    expect(await stateOf('sessions')).toEqual([19, 1]);
    expect(await stateOf('capacity')).toEqual([20, 0]);
    const [failure] = (await failuresNow()).failures;
    expect(failure).toMatchObject({ id: bad, message: 'Slow down.', tries: 1 });
    expect(Date.parse(failure?.nextAt ?? '') - Date.parse(failure?.triedAt ?? '')).toBe(3_600_000);
    await world.pass(3_500_000);
    expect(pagesOf(bad)).toHaveLength(1);
    world.service.fault = () => null;
    await world.pass(200_000);
    expect(await stateOf('sessions')).toEqual([20, 0]);
  });

  test('for one endpoint delays no other resource', async () => {
    await world.fleet(60);
    world.service.fault = (_id, what) => (what === 'sessions' ? limit() : null);
    await world.begin(20_000);
    expect(world.reads.pause()).toBeNull();
    for (const name of ['locations', 'commands', 'features', 'capacity']) {
      expect(await stateOf(name)).toEqual([60, 0]);
    }
    expect(await stateOf('sessions')).toEqual([0, 60]);
  });

  test('for everything pauses all reads; one probes every five minutes, until one is answered', async () => {
    await world.fleet(20);
    world.service.fault = limit;
    await world.begin(1000);
    expect(world.reads.pause()).toMatchObject({ message: 'Slow down.' });
    const held = world.service.asked.length;
    await world.pass(3_000_000);
    expect(world.service.asked.length - held).toBeLessThanOrEqual(10);
    world.service.fault = () => null;
    await world.pass(330_000);
    expect(world.reads.pause()).toBeNull();
    // The two or three that must wait an hour do so.
    expect((await stateOf('features'))[0]).toBe(20);
  });
});
