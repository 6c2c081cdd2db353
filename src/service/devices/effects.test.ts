import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChargeSessionData } from '../../contract/charge-session.ts';
import { Verification } from '../../contract/command.ts';
import { TitledError } from '../../contract/primitives.ts';
import { findingsOfEntity } from '../../domain/session-findings.ts';
import { isoInstant } from '../../domain/instant.ts';
import { uuidFor } from '../random.ts';
import { startClock } from '../clock.ts';
import { type Store, openStore, writeMeta } from '../store/store.ts';
import { makeReportedClock } from '../reported-clock.ts';
import type { StepFailure } from './back-off.ts';
import { BEHAVIOURS, type Behaviour } from './behaviours.ts';
import { chargingAt } from './charging.ts';
import { commandSteps } from './command-step.ts';
import { dailySessionSteps, nextComputationMs } from './daily-sessions-step.ts';
import { deviceState } from './device-state.ts';
import { type Simulation, startSimulation } from './simulation.ts';
import { type Stay, staysFrom } from './stays.ts';

const SEED = 1;
const DATE = '2026-03-10';
const HOUR = 3_600_000;
const START = Date.parse(`${DATE}T09:00:00Z`);
/** Shortly after the sessions of the date, and of the night after it, have been computed. */
const COMPUTED = START + 40 * HOUR;

/** No step may fail here. */
const noFailure = ({ error }: StepFailure) => {
  expect(error).toBeUndefined();
};

let store: Store;
let nowMs: number;
let simulation: Simulation;

beforeEach(async () => {
  store = await openStore(':memory:');
  nowMs = START;
  await store.insertInto('organisation').values({ id: 'ours', name: 'Ours' }).execute();
  await writeMeta(store, 'sessions_due_ms', nextComputationMs(START));
  const clock = startClock(() => nowMs, 1, 0);
  const reported = makeReportedClock(clock, 0);
  simulation = startSimulation({
    store,
    clock,
    wall: () => nowMs,
    kinds: [commandSteps(SEED, reported), dailySessionSteps(SEED, reported)],
    failed: noFailure,
  });
});
afterEach(() => store.destroy());

const ev = (id: string) => ({ id, type: 'EV', brand: 'Ford', batteryCapacity: 60 });

/** Ids of EVs that plug in later on the date and charge for more than three hours. */
const CHARGING = Array.from({ length: 400 }, (_, at) => `ev ${at}`).filter((id) => {
  const stay = stayOf(id);
  return (
    stay !== undefined &&
    stay.plugInMs > START + HOUR &&
    stay.wanted < 95 &&
    chargingAt(SEED, ev(id), [], stay.plugInMs + 3 * HOUR).powerKw > 0
  );
});

function stayOf(id: string): Stay | undefined {
  return staysFrom(SEED, ev(id), DATE)[0];
}

function chargingEv(at = 0): { id: string; stay: Stay } {
  const id = CHARGING[at] ?? '';
  const stay = stayOf(id);
  if (stay === undefined) throw new Error('no EV of these charges long enough');
  return { id, stay };
}

async function add(id: string, behaviour: Behaviour = 'prompt', type = 'EV', enabled = 1) {
  await store
    .insertInto('entity')
    .values({
      id,
      type,
      behaviour,
      organisation_id: 'ours',
      brand: 'Ford',
      name: null,
      battery_capacity: 60,
      commands: 0,
      offboarded: 0,
    })
    .execute();
  await store
    .insertInto('feature')
    .values({ entity_id: id, feature: 'CaptureChargeSessions', enabled })
    .execute();
  await store
    .insertInto('location')
    .values({
      id: uuidFor('place', id),
      entity_id: id,
      label: 'Beja',
      latitude: 38,
      longitude: -7.9,
    })
    .execute();
}

async function runTo(ms: number): Promise<void> {
  nowMs = ms;
  await simulation.advance();
}

let commands = 0;
/** Sends a Command and waits until it has ended. */
async function command(entityId: string, type: string, atMs: number, value: string | null = null) {
  commands += 1;
  const id = `command ${commands}`;
  await runTo(atMs);
  await store
    .insertInto('command')
    .values({
      id,
      entity_id: entityId,
      batch_id: null,
      ordinal: 1,
      type,
      value,
      ignore_cooldown: 1,
      trigger_ms: atMs,
      status: 'Pending',
      error: null,
      verification: null,
      due_ms: atMs,
    })
    .execute();
  await runTo(atMs + 3 * 60_000);
  const { status, error, verification } = await store
    .selectFrom('command')
    .select(['status', 'error', 'verification'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    status,
    error: error === null ? null : TitledError.parse(JSON.parse(error)),
    verification: verification === null ? null : Verification.parse(JSON.parse(verification)),
  };
}

const CHECKS = { type: null, capacityKwh: null, nowMs: Infinity };

/** The sessions of an Entity that began in its stay of the date, as computed so far. */
async function sessionsOf(entityId: string) {
  const stay = stayOf(entityId);
  const rows = await store
    .selectFrom('charge_session')
    .select(['id', 'data', 'created'])
    .where('entity_id', '=', entityId)
    .where('start_ms', '>=', stay?.plugInMs ?? 0)
    .where('start_ms', '<', stay?.leaveMs ?? 0)
    .orderBy('start_ms')
    .execute();
  return rows.map(({ id, data, created }) => {
    const session = ChargeSessionData.parse(JSON.parse(data));
    const told = { id, entityId, created, data: session };
    expect([...findingsOfEntity([told], CHECKS)]).toEqual([]);
    return {
      startMs: Date.parse(session.start ?? ''),
      endMs: Date.parse(session.end ?? ''),
      kWh: session.charge?.total?.total ?? 0,
      socEnd: session.charge?.end?.value ?? 0,
    };
  });
}

/** When the device acted. */
async function effectMs(entityId: string): Promise<number[]> {
  const rows = await store
    .selectFrom('effect')
    .select('at_ms')
    .where('entity_id', '=', entityId)
    .orderBy('at_ms')
    .execute();
  return rows.map((row) => row.at_ms);
}

/** The one session of an EV that gets no Command. */
async function undisturbed(id: string) {
  const { powerKw, soc } = chargingAt(SEED, ev(id), [], (stayOf(id)?.plugInMs ?? 0) + HOUR);
  expect(powerKw).toBeGreaterThan(0);
  expect(soc).toBeGreaterThan(0);
  const other = await openStore(':memory:');
  const mine = store;
  store = other;
  await store.insertInto('organisation').values({ id: 'ours', name: 'Ours' }).execute();
  await writeMeta(store, 'sessions_due_ms', nextComputationMs(START));
  await add(id);
  const clock = startClock(() => COMPUTED, 1, 0);
  await startSimulation({
    store: other,
    clock,
    wall: () => COMPUTED,
    kinds: [dailySessionSteps(SEED, makeReportedClock(clock, 0))],
    failed: noFailure,
  }).advance();
  const [session] = await sessionsOf(id);
  store = mine;
  await other.destroy();
  if (session === undefined) throw new Error('the EV has no session');
  return session;
}

describe('charging', () => {
  test('StopCharging ends the running session: its end and energy follow', async () => {
    const { id, stay } = chargingEv();
    await add(id);
    const done = await command(id, 'StopCharging', stay.plugInMs + HOUR);
    expect([done.status, done.verification?.status]).toEqual(['Succeeded', 'Succeeded']);
    expect((await deviceState(store, SEED, id, nowMs)).charging).toMatchObject({
      pluggedIn: true,
      powerKw: 0,
    });
    await runTo(COMPUTED);
    const full = await undisturbed(id);
    const sessions = await sessionsOf(id);
    const [session] = sessions;
    expect(sessions).toHaveLength(1);
    expect(session?.startMs).toBe(full.startMs);
    expect([session?.endMs]).toEqual(await effectMs(id));
    expect(session?.kWh).toBeGreaterThan(0);
    expect(session?.kWh).toBeLessThan(full.kWh / 2);
    expect(session?.socEnd).toBeLessThan(full.socEnd);
  });

  test('StartCharging begins another, which charges the rest', async () => {
    const { id, stay } = chargingEv();
    await add(id);
    await command(id, 'StopCharging', stay.plugInMs + HOUR);
    await command(id, 'StartCharging', stay.plugInMs + 2 * HOUR);
    await runTo(COMPUTED);
    const full = await undisturbed(id);
    const [first, second] = await sessionsOf(id);
    expect([first?.endMs, second?.startMs]).toEqual(await effectMs(id));
    expect((first?.kWh ?? 0) + (second?.kWh ?? 0)).toBeCloseTo(full.kWh, 2);
    expect(second?.socEnd).toBe(full.socEnd);
  });

  test('StartCharging continues to 100 % if the wanted charge was reached', async () => {
    const { id, stay } = chargingEv();
    await add(id);
    const full = await undisturbed(id);
    await command(id, 'StartCharging', full.endMs + 60_000);
    await runTo(COMPUTED);
    const sessions = await sessionsOf(id);
    expect(sessions.map(({ socEnd }) => socEnd)).toEqual([stay.wanted, 100]);
    expect(sessions[0]).toEqual(full);
  });

  test('StartCharging fails without a cable and changes nothing', async () => {
    const { id, stay } = chargingEv();
    await add(id);
    const away = stay.plugInMs - 10 * 60_000;
    expect(chargingAt(SEED, ev(id), [], away).pluggedIn).toBe(false);
    const failed = await command(id, 'StartCharging', away);
    expect([failed.status, failed.error?.title, failed.verification]).toEqual([
      'Failed',
      'Not plugged in',
      null,
    ]);
    expect(await effectMs(id)).toEqual([]);
    const stopped = await command(id, 'StopCharging', away + 5 * 60_000);
    expect(stopped.status).toBe('Succeeded');
    await runTo(COMPUTED);
    expect((await sessionsOf(id)).at(-1)).toEqual(await undisturbed(id));
  });

  test('a second StartCharging while it charges, or StopCharging afterwards, changes nothing', async () => {
    const { id, stay } = chargingEv();
    await add(id);
    const full = await undisturbed(id);
    await command(id, 'StartCharging', stay.plugInMs + HOUR);
    await command(id, 'StopCharging', full.endMs + 60_000);
    await runTo(COMPUTED);
    expect((await sessionsOf(id)).at(-1)).toEqual(full);
  });
});

describe('sessions', () => {
  test('are computed once a day, after midnight, and never while they run', async () => {
    const { id, stay } = chargingEv();
    await add(id);
    const midnight = Date.parse('2026-03-11T00:00:00Z');
    const since = () => sessionsOf(id);
    for (const ms of [stay.plugInMs + HOUR, midnight - 1, midnight + 4 * 60_000]) {
      await runTo(ms);
      expect(await since()).toEqual([]);
    }
    const full = await undisturbed(id);
    await runTo(midnight + 6 * 60_000);
    expect(await since()).toEqual(full.endMs < midnight ? [full] : []);
    await runTo(midnight + 26 * HOUR);
    expect((await since())[0]).toEqual(full);
    const rows = await store.selectFrom('charge_session').select(['created', 'data']).execute();
    for (const { created, data } of rows) {
      const end = Date.parse(ChargeSessionData.parse(JSON.parse(data)).end ?? '');
      expect(end).toBeLessThan(Date.parse(created ?? ''));
      expect(created).toMatch(/T00:05:00\.000Z$/);
    }
  });

  test('across midnight are listed a day later, with the effect of their Commands', async () => {
    const late = CHARGING.findIndex((id) => {
      const { plugInMs } = stayOf(id) ?? { plugInMs: 0 };
      const pastMidnight = Date.parse('2026-03-11T00:30:00Z');
      return plugInMs > 0 && chargingAt(SEED, ev(id), [], pastMidnight).powerKw > 0;
    });
    const { id } = chargingEv(late);
    await add(id);
    const stopMs = Date.parse('2026-03-11T00:10:00Z');
    await runTo(stopMs);
    expect(await sessionsOf(id)).toEqual([]);
    await command(id, 'StopCharging', stopMs);
    await runTo(COMPUTED);
    expect((await sessionsOf(id)).at(-1)?.endMs).toBe((await effectMs(id))[0]);
  });

  test('do not exist for Entities without the feature, or that have left', async () => {
    await add(CHARGING[0] ?? '', 'prompt', 'EV', 0);
    await add(CHARGING[1] ?? '');
    await add(CHARGING[2] ?? '');
    await store
      .updateTable('entity')
      .set({ offboarded: 1 })
      .where('id', '=', CHARGING[2] ?? '')
      .execute();
    await runTo(COMPUTED);
    const rows = await store.selectFrom('charge_session').select('entity_id').execute();
    expect(new Set(rows.map((row) => row.entity_id))).toEqual(new Set([CHARGING[1]]));
  });
});

describe('behaviours', () => {
  test.each<[Behaviour, string, string | null, string | null, boolean]>([
    ['prompt', 'Succeeded', null, 'Succeeded', true],
    ['slow', 'Succeeded', null, 'Succeeded', true],
    ['late-result', 'Succeeded', null, 'Succeeded', true],
    ['offline', 'Failed', 'Device offline', null, false],
    ['acknowledges-and-ignores', 'Succeeded', 'No effect observed', 'Failed', false],
    ['verification-fails', 'Succeeded', 'Verification not possible', 'Failed', true],
  ])('%s: %s, %s, verification %s, stops the session: %s', async (name, ...expected) => {
    const { id, stay } = chargingEv();
    await add(id, name);
    const { status, error, verification } = await command(id, 'StopCharging', stay.plugInMs + HOUR);
    await runTo(COMPUTED);
    const session = (await sessionsOf(id)).at(-1);
    const stopped = session !== undefined && session.endMs < (await undisturbed(id)).endMs;
    const title = error?.title ?? verification?.error?.title ?? null;
    expect([status, title, verification?.status ?? null, stopped]).toEqual(expected);
    expect(await effectMs(id)).toHaveLength(stopped ? 1 : 0);
  });

  test('acknowledges-and-ignores: the measurement shows that it keeps charging', async () => {
    const { id, stay } = chargingEv();
    await add(id, 'acknowledges-and-ignores');
    const { verification } = await command(id, 'StopCharging', stay.plugInMs + HOUR);
    expect(verification?.error?.description).toMatch(/it charges with (?!0\.0)\d+\.\d kW\.$/);
  });

  test('acknowledges-and-ignores: a stop without a running charge does not claim one', async () => {
    const { id, stay } = chargingEv();
    await add(id, 'acknowledges-and-ignores');
    const { verification } = await command(id, 'StopCharging', stay.plugInMs - HOUR);
    expect(verification?.error?.description).toMatch(/did not change: it was not charging\.$/);
  });

  test('flaky: some refuse, and only the rest stop', async () => {
    const ids = CHARGING.slice(0, 12).toSorted(
      (a, b) => (stayOf(a)?.plugInMs ?? 0) - (stayOf(b)?.plugInMs ?? 0),
    );
    const outcomes = new Set<string>();
    for (const id of ids) await add(id, 'flaky');
    for (const id of ids) {
      const at = Math.max(nowMs, stayOf(id)?.plugInMs ?? 0);
      const { status, error } = await command(id, 'StopCharging', at);
      const { charging } = await deviceState(store, SEED, id, nowMs);
      outcomes.add(status);
      expect(error === null).toBe(status === 'Succeeded');
      expect((await effectMs(id)).length).toBe(status === 'Succeeded' ? 1 : 0);
      // All of them charge for hours unless they are stopped.
      expect(charging?.powerKw === 0).toBe(status === 'Succeeded');
    }
    expect(outcomes).toEqual(new Set(['Succeeded', 'Failed']));
  });

  test('every behaviour is covered', () => {
    expect(BEHAVIOURS).toHaveLength(7);
  });
});

describe('a plant', () => {
  const noon = START + 3.5 * HOUR;
  const plantAt = async (id: string) => (await deviceState(store, SEED, id, nowMs)).plant;

  test('is limited, stopped, disconnected and reset', async () => {
    await add('plant', 'prompt', 'SolarPlant');
    await runTo(noon);
    const free = (await plantAt('plant'))?.feedInW ?? 0;
    expect(free).toBeGreaterThan(1000);
    await command('plant', 'LimitFeedIn', nowMs, '1000');
    expect(await plantAt('plant')).toEqual({ connected: true, limitW: 1000, feedInW: 1000 });
    await command('plant', 'StopFeedIn', nowMs);
    expect(await plantAt('plant')).toMatchObject({ connected: true, feedInW: 0 });
    await command('plant', 'Reset', nowMs);
    expect((await plantAt('plant'))?.feedInW).toBeGreaterThan(1000);
    await command('plant', 'Disconnect', nowMs);
    expect(await plantAt('plant')).toEqual({ connected: false, limitW: null, feedInW: 0 });
  });

  test('that acknowledges and ignores keeps feeding in, as its verification shows', async () => {
    await add('stubborn', 'acknowledges-and-ignores', 'SolarPlant');
    const done = await command('stubborn', 'LimitFeedIn', noon, '500');
    expect([done.status, done.verification?.status]).toEqual(['Succeeded', 'Failed']);
    const measured = /it feeds in (\d+) W\.$/.exec(done.verification?.error?.description ?? '');
    expect(Number(measured?.[1])).toBeGreaterThan(1000);
    expect((await plantAt('stubborn'))?.limitW).toBeNull();
  });

  test('that refuses a Command or its value keeps its state', async () => {
    await add('plant', 'prompt', 'SolarPlant');
    await runTo(noon);
    for (const value of ['-1', 'much', '']) {
      const failed = await command('plant', 'LimitFeedIn', nowMs, value);
      expect([failed.status, failed.error?.title]).toEqual(['Failed', 'Value not valid']);
    }
    const failed = await command('plant', 'StopCharging', nowMs);
    expect(failed.error?.title).toBe('Command not supported');
    expect((await plantAt('plant'))?.limitW).toBeNull();
    expect(isoInstant(nowMs) > isoInstant(noon)).toBe(true);
  });
});
