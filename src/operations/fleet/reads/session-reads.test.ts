import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { chargeSession } from '../testing/fleet-rows.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';
import { writerAt } from '../testing/writer-at.ts';
import { toldRows, type Told } from './told-rows.ts';

const DAY_MS = 86_400_000;

const world = readsOfEachTest(OF_ENTITIES_ALONE);

/** The sessions of an Entity that the Service has. */
function servedOf(entityId: string): [recent: ChargeSession, ancient: ChargeSession] {
  const [recent, ancient] = world.service.entities.get(entityId)?.sessions ?? [];
  if (recent === undefined || ancient === undefined) throw new Error('no session');
  return [recent, ancient];
}

describe('sessions', () => {
  test('one with new content gets a version, one no longer listed is kept', async () => {
    const [id = ''] = await world.fleet(1);
    const [{ id: recent }] = servedOf(id);
    await world.begin(5000);
    const changed = chargeSession({ startMs: world.clock.now() - DAY_MS, energy: 11, id: recent });
    world.service.entities.set(id, { sessions: [changed] });
    await world.pass(DAY_MS);
    const versions = (await world.sessionsOf(id)).filter((row) => row.id === recent);
    expect(versions.map(({ version, current, energy }) => [version, current, energy])).toEqual([
      [1, 0, 10_000_000],
      [2, 1, 11_000_000],
    ]);
    world.service.entities.set(id, { sessions: [] });
    await world.pass(DAY_MS);
    const gone = (await world.sessionsOf(id)).filter((row) => row.id === recent);
    expect(gone.map(({ current, gone_at: at }) => [current, at !== null])).toEqual([
      [0, false],
      [0, true],
    ]);
  });
});

test('a long list continues after a pause: its pages so far are kept', async () => {
  const [big = '', other = ''] = await world.fleet(2);
  world.service.pageSize = 10;
  const sessions = Array.from({ length: 300 }, (_, at) =>
    chargeSession({ startMs: world.clock.now() - DAY_MS - at * 3_600_000, energy: 1 }),
  );
  world.service.entities.set(big, { sessions });
  const pages = () =>
    world.service.asked.filter(({ entityId, what }) => entityId === big && what === 'sessions');
  await world.begin(250);
  let held = 0;
  world.service.fault = (id) => {
    if (id !== other || held > 0) return null;
    // A read without a connection pauses all work.
    held = pages().length;
    return new UpstreamFault('not-connected', 'No connection.');
  };
  await world.ask({ entityIds: [other], resources: ['locations'] });
  await world.begin(20_000);
  const second = pages().filter(({ query }) => query['continuationToken'] === '10');
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(30);
  expect(second).toHaveLength(1);
  expect(await world.sessionsOf(big)).toHaveLength(300);
});

test('reads a dense history in parts no longer than a list may be', async () => {
  const [dense = ''] = await world.fleet(1);
  world.service.pageSize = 2;
  // More than 200 pages of two, although the Service is asked for 500 a page.
  const sessions = Array.from({ length: 900 }, (_, at) =>
    chargeSession({ startMs: world.clock.now() - (at + 1) * DAY_MS, energy: 1 }),
  );
  world.service.entities.set(dense, { sessions });
  await world.begin(120_000);
  expect(await world.sessionsOf(dense)).toHaveLength(900);
  expect(await world.rowOf('history')).toMatchObject({ failed: 0 });
});

describe('an operator’s read during a background read', () => {
  /** An operator's answer arrives while the list, requested earlier, waits for its own. */
  const during = async (what: 'sessions' | 'locations', act: (at: number) => Promise<void>) => {
    let isOver = false;
    world.service.fault = (_id, asked) => {
      if (asked !== what || isOver) return null;
      isOver = true;
      void act(world.clock.now() + 1);
      return null;
    };
    await world.makeDue(what, { hash: null });
    await world.begin(2000);
  };
  const put = (owner: string, told: Told, isWhole: boolean, at: number) =>
    writerAt(world.db, at + 1, { policy: FLEET_POLICY }).put({ owner, told, isWhole, askedAt: at });

  test('wins: the list is older', async () => {
    const [id = ''] = await world.fleet(1);
    const [{ id: recent }] = servedOf(id);
    await world.begin(5000);
    const changed = chargeSession({ startMs: world.clock.now() - DAY_MS, energy: 11, id: recent });
    const rows = toldRows([changed]);
    const confirmed: Told = { resource: 'sessions', rows, span: null, isWide: false };
    await during('sessions', (at) => put(id, confirmed, false, at));
    const current = async () =>
      (await world.sessionsOf(id)).filter((row) => row.id === recent && row.current === 1);
    expect(await current()).toMatchObject([{ version: 2, energy: 11_000_000 }]);
    // A session that it confirms is not gone because the list lacks it.
    world.service.entities.set(id, { sessions: [] });
    await during('sessions', (at) => put(id, confirmed, false, at));
    expect(await current()).toMatchObject([{ version: 2, gone_at: null }]);
    // The next list is stored, although it equals the last one.
    await during('sessions', () => Promise.resolve());
    expect(await current()).toEqual([]);
  });

  test('wins for Locations, whose list is requested again', async () => {
    const [id = ''] = await world.fleet(1);
    await world.begin(5000);
    const place = { id: randomUUID(), label: 'Port', latitude: 53, longitude: 6 };
    const told: Told = { resource: 'locations', locations: [place] };
    await during('locations', (at) => put(id, told, false, at));
    const places = world.db.selectFrom('places').orderBy('label').select('label');
    const labels = async () => (await places.execute()).map(({ label }) => label);
    const asked = world.service.asked.filter(({ what }) => what === 'locations').length;
    expect([await labels(), asked]).toEqual([['Depot'], 3]);
    await during('locations', (at) => put(id, told, true, at));
    expect(await labels()).toEqual(['Port']);
  });
});

test('a session that vanished weeks ago is noticed by the weekly read', async () => {
  const [id = ''] = await world.fleet(1);
  const [recent, ancient] = servedOf(id);
  const vanishing = chargeSession({ startMs: world.clock.now() - 20 * DAY_MS, energy: 3 });
  world.service.entities.set(id, { sessions: [recent, vanishing, ancient] });
  await world.begin(5000);
  world.service.entities.set(id, { sessions: [recent, ancient] });
  const readAgain = async (wide: { wide_at?: number }) => {
    await world.makeDue('sessions', wide);
    await world.begin(2000);
    const rows = await world.sessionsOf(id);
    return rows.filter((row) => row.current === 1).map((row) => row.id);
  };
  // The daily read goes back a week, and returns the same as before.
  expect(await readAgain({})).toContain(vanishing.id);
  const listed = await readAgain({ wide_at: world.clock.now() - 8 * DAY_MS });
  expect(listed.toSorted()).toEqual([recent.id, ancient.id].toSorted());
});

describe('the history', () => {
  test('is read as far back as a report asks for, before it is due', async () => {
    const [id = ''] = await world.fleet(1);
    world.make(null);
    const from = world.clock.now() - 800 * DAY_MS;
    await world.ask({ entityIds: [id], resources: ['sessions', 'history'], historyFrom: from });
    await world.begin(5000);
    const record = world.db.selectFrom('fleet_reads').where('resource', '=', 'sessions');
    expect(await record.select('known_from').execute()).toEqual([{ known_from: from }]);
    expect(await world.sessionsOf(id)).toHaveLength(2);
  });
});
