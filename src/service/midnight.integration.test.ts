import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { WorldDirectory } from '../contract/console/directory-import.ts';
import { insertAll } from './store/insert-all.ts';
import { type Store, openStore, readMetaNumber, writeMeta } from './store/store.ts';
import { storeFile } from './start-service.ts';
import { type ServiceUnderTest, serviceUnderTest } from './test-support.ts';
import { demoWorld } from './worlds/demo/demo-world.ts';

const MINUTE = 60_000;
const MIDNIGHT = Date.parse('2026-03-11T00:00:00Z');
const running: ServiceUnderTest[] = [];
afterEach(async () => {
  for (const sut of running.splice(0)) await sut.close();
});

async function demo(startMs: number, settings: Parameters<typeof serviceUnderTest>[1] = {}) {
  const sut = await serviceUnderTest('demo', settings, startMs);
  running.push(sut);
  return sut;
}

function van({ entities }: WorldDirectory): { entityId: string } {
  const found = entities.find(({ name }) => name === 'Van 01 E-Transit');
  if (found === undefined) throw new Error('no van');
  return { entityId: found.id };
}

/** Sends several requests that a service must answer at any hour. */
async function statuses(sut: ServiceUnderTest): Promise<Set<number>> {
  const directory = sut.service.directory();
  const params = van(directory);
  const collectiveId = directory.collectives[0]?.id ?? '';
  const answers = [
    await sut.call('listFeatures', { params }),
    await sut.call('listCommands', { params }),
    await sut.call('listChargeSessions', { params }),
    await sut.call('listOffboardingRequests'),
    await sut.call('sendCommand', {
      params: { collectiveId },
      body: { type: 'StopCharging', value: null },
    }),
  ];
  return new Set(answers.map(({ status }) => status));
}

const ANSWERED = new Set([200, 201]);

/** Changes the store of a stopped service. */
async function changeStore(sut: ServiceUnderTest, change: (store: Store) => Promise<unknown>) {
  await sut.restart(async () => {
    const store = await openStore(storeFile(sut.config));
    await change(store);
    await store.destroy();
  });
}

/** Enough Entities to have sessions on each day. */
const someOf = (sut: ServiceUnderTest) =>
  sut.service.directory().entities.filter(({ name }) => /^Van [12]/.test(name ?? ''));

/** The sessions of some Entities. @param enough reading stops at this number */
async function sessionsEndingFrom(
  sut: ServiceUnderTest,
  from: string,
  enough = Infinity,
): Promise<number> {
  const query = { pageSize: 1000, start: '2026-03-08T00:00:00Z' };
  let count = 0;
  for (const { id: entityId } of someOf(sut)) {
    const { body } = await sut.call('listChargeSessions', { params: { entityId }, query });
    count += body.data.filter(({ data }) => (data?.end ?? '') >= from).length;
    if (count >= enough) break;
  }
  return count;
}

describe('a first start around midnight', () => {
  test('a folder left unusable is repaired at the next start, without losing a session', async () => {
    const sut = await demo(MIDNIGHT + 3 * MINUTE);
    // The state that was left behind: the sessions of the day before are stored, but still due.
    await changeStore(sut, async (store) => {
      const later = demoWorld(1, MIDNIGHT + 9 * 60 * MINUTE);
      const held = new Set(someOf(sut).map(({ id }) => id));
      const rows = later.chargeSessions
        .filter(({ entityId, data }) => held.has(entityId) && (data.end ?? '') >= '2026-03-10')
        .map(({ id, entityId, created, data }) => ({
          id,
          entity_id: entityId,
          start_ms: Date.parse(data.start),
          created,
          data: JSON.stringify(data),
        }));
      expect(rows.length).toBeGreaterThan(10);
      await insertAll(store, 'charge_session', rows, 'keep');
      await writeMeta(store, 'sessions_due_ms', MIDNIGHT + 5 * MINUTE);
    });
    const before = await sessionsEndingFrom(sut, '2026-03-10');
    for (const minutes of [1, 1, 1, 10 * 60]) {
      sut.pass(minutes * MINUTE);
      expect(await statuses(sut)).toEqual(ANSWERED);
    }
    await sut.restart();
    expect(await statuses(sut)).toEqual(ANSWERED);
    expect(await sessionsEndingFrom(sut, '2026-03-10')).toBe(before);
    sut.pass(24 * 60 * MINUTE);
    expect(await statuses(sut)).toEqual(ANSWERED);
    expect(await sessionsEndingFrom(sut, '2026-03-10', before + 1)).toBeGreaterThan(before);
  });
});

test('a failing step fails no call, even after a restart, and is caught up later', async () => {
  const sut = await demo(MIDNIGHT + 3 * MINUTE);
  await changeStore(sut, (store) =>
    sql`create trigger broken before insert on charge_session
      begin select raise(abort, 'UNIQUE constraint failed'); end`.execute(store),
  );
  sut.pass(7 * MINUTE);
  expect(await statuses(sut)).toEqual(ANSWERED);
  await sut.restart();
  sut.pass(MINUTE);
  expect(await statuses(sut)).toEqual(ANSWERED);
  const without = await sessionsEndingFrom(sut, '2026-03-10');
  await changeStore(sut, (store) => sql`drop trigger broken`.execute(store));
  expect(await statuses(sut)).toEqual(ANSWERED);
  expect(await sessionsEndingFrom(sut, '2026-03-10', without + 1)).toBeGreaterThan(without);
});

test('simulated time at a factor does not go back after a restart', async () => {
  const sut = await demo(MIDNIGHT - 60 * MINUTE, { clockFactor: 60 });
  const collectiveId = sut.service.directory().collectives[0]?.id ?? '';
  const send = async () => {
    const body = { type: 'StopCharging', value: null };
    const answer = await sut.call('sendCommand', { params: { collectiveId }, body });
    return answer.body.commands[0]?.triggerTime ?? '';
  };
  sut.pass(2 * MINUTE);
  const before = await send();
  sut.pass(MINUTE);
  await sut.restart();
  const after = await send();
  expect(Date.parse(after) - Date.parse(before)).toBe(60 * MINUTE);
  const store = await openStore(storeFile(sut.config));
  expect(await readMetaNumber(store, 'clock_ms')).toBeGreaterThan(Date.parse(before));
  await store.destroy();
});
