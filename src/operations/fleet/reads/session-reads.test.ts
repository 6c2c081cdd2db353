import { describe, expect, test } from 'vitest';
import { chargeSession } from '../testing/fleet-rows.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';
import { askReads } from './mark-read.ts';

const DAY_MS = 86_400_000;

const world = readsOfEachTest(OF_ENTITIES_ALONE);

describe('sessions', () => {
  test('one that is told differently gets a version, one that is not listed any more is kept', async () => {
    const [id = ''] = await world.fleet(1);
    const [recent] = world.service.entities.get(id)?.sessions ?? [];
    if (recent === undefined) throw new Error('no session');
    world.reads.wake();
    await world.pass(5000);
    const changed = chargeSession({
      startMs: world.clock.now() - DAY_MS,
      energy: 11,
      id: recent.id,
    });
    world.service.entities.set(id, { sessions: [changed] });
    await world.pass(DAY_MS);
    const versions = (await world.sessionsOf(id)).filter((row) => row.id === recent.id);
    expect(versions.map(({ version, current, energy }) => [version, current, energy])).toEqual([
      [1, 0, 10_000_000],
      [2, 1, 11_000_000],
    ]);
    world.service.entities.set(id, { sessions: [] });
    await world.pass(DAY_MS);
    const gone = (await world.sessionsOf(id)).filter((row) => row.id === recent.id);
    expect(gone.map(({ current, gone_at: at }) => [current, at !== null])).toEqual([
      [0, false],
      [0, true],
    ]);
  });
});

test('a session that vanished weeks ago is noticed by the weekly read', async () => {
  const [id = ''] = await world.fleet(1);
  const [recent, ancient] = world.service.entities.get(id)?.sessions ?? [];
  if (recent === undefined || ancient === undefined) throw new Error('no session');
  const vanishing = chargeSession({ startMs: world.clock.now() - 20 * DAY_MS, energy: 3 });
  world.service.entities.set(id, { sessions: [recent, vanishing, ancient] });
  world.reads.wake();
  await world.pass(5000);
  world.service.entities.set(id, { sessions: [recent, ancient] });
  const readAgain = async (wide: { wide_at?: number }) => {
    await world.db
      .updateTable('fleet_reads')
      .where('resource', '=', 'sessions')
      .set({ due_at: world.clock.now(), ...wide })
      .execute();
    world.reads.wake();
    await world.pass(2000);
    const rows = await world.sessionsOf(id);
    return rows.filter((row) => row.current === 1).map((row) => row.id);
  };
  // The daily read goes back a week, and is told the same as before.
  expect(await readAgain({})).toContain(vanishing.id);
  const listed = await readAgain({ wide_at: world.clock.now() - 8 * DAY_MS });
  expect(listed.toSorted()).toEqual([recent.id, ancient.id].toSorted());
});

describe('the history', () => {
  test('is read as far back as a report asks for, before its time', async () => {
    const [id = ''] = await world.fleet(1);
    world.make(null);
    const from = world.clock.now() - 800 * DAY_MS;
    await askReads(
      world.db,
      { entityIds: [id], resources: ['sessions', 'history'], historyFrom: from },
      world.clock.now(),
    );
    world.reads.wake();
    await world.pass(5000);
    const record = await world.db
      .selectFrom('fleet_reads')
      .where('resource', '=', 'sessions')
      .select('known_from')
      .executeTakeFirst();
    expect(record?.known_from).toBe(from);
    expect(await world.sessionsOf(id)).toHaveLength(2);
  });
});
