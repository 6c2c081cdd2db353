import { expect } from 'vitest';
import { ChargeSessionData } from '../../../contract/charge-session.ts';
import { Verification } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { findingsOfEntity } from '../../../domain/session-findings.ts';
import { uuidFor } from '../../random.ts';
import { startClock } from '../../clock.ts';
import { openStore, writeMeta } from '../../store/store.ts';
import { makeReportedClock } from '../../reported-clock.ts';
import type { Behaviour } from '../behaviours.ts';
import { chargingAt } from '../charging.ts';
import { commandSteps } from '../command-step.ts';
import { dailySessionSteps, nextComputationMs } from '../daily-sessions-step.ts';
import { deviceState } from '../device-state.ts';
import { startSimulation } from '../simulation.ts';
import { staysFrom, type Stay } from '../stays.ts';

const SEED = 1;
const DATE = '2026-03-10';
export const HOUR = 3_600_000;
export const START = Date.parse(`${DATE}T09:00:00Z`);
/** Shortly after the sessions of the date, and of the night after it, have been computed. */
export const COMPUTED = START + 40 * HOUR;

const ev = (id: string) => ({ id, type: 'EV', brand: 'Ford', batteryCapacity: 60 });
const stayOf = (id: string) => staysFrom(SEED, ev(id), DATE)[0];

/** An EV that gets no Command, at an instant. */
export const untouchedAt = (id: string, ms: number) => chargingAt(SEED, ev(id), [], ms);

/** EVs that plug in later on the date and charge for more than three hours. */
export const CHARGING: readonly { id: string; stay: Stay }[] = Array.from(
  { length: 400 },
  (_, at) => `ev ${at}`,
).flatMap((id) => {
  const stay = stayOf(id);
  if (stay === undefined || stay.plugInMs <= START + HOUR || stay.wanted >= 95) return [];
  return untouchedAt(id, stay.plugInMs + 3 * HOUR).powerKw > 0 ? [{ id, stay }] : [];
});

/** Simulated devices in a store of their own, whose time a test moves. No step may fail. */
export async function deviceWorld() {
  const store = await openStore(':memory:');
  let nowMs = START;
  let commands = 0;
  await store.insertInto('organisation').values({ id: 'ours', name: 'Ours' }).execute();
  await writeMeta(store, 'sessions_due_ms', nextComputationMs(START));
  const clock = startClock(() => nowMs, 1, 0);
  const reported = makeReportedClock(clock, 0);
  const simulation = startSimulation({
    store,
    clock,
    wall: () => nowMs,
    kinds: [commandSteps(SEED, reported), dailySessionSteps(SEED, reported)],
    failed: ({ error }) => expect(error).toBeUndefined(),
  });
  const runTo = async (ms: number) => {
    nowMs = ms;
    await simulation.advance();
  };
  return {
    store,
    now: () => nowMs,
    runTo,
    async add(id: string, behaviour: Behaviour = 'prompt', type = 'EV', enabled = 1) {
      const plain = { organisation_id: 'ours', name: null, commands: 0, offboarded: 0 };
      const entity = { id, type, behaviour, brand: 'Ford', battery_capacity: 60, ...plain };
      await store.insertInto('entity').values(entity).execute();
      const feature = { entity_id: id, feature: 'CaptureChargeSessions', enabled };
      await store.insertInto('feature').values(feature).execute();
      const place = { label: 'Beja', latitude: 38, longitude: -7.9 };
      const location = { id: uuidFor('place', id), entity_id: id, ...place };
      await store.insertInto('location').values(location).execute();
    },
    /** Sends a Command and waits until it has ended. */
    async command(entity_id: string, type: string, atMs: number, value: string | null = null) {
      commands += 1;
      const id = `command ${commands}`;
      await runTo(atMs);
      const pending = { status: 'Pending', error: null, verification: null, due_ms: atMs };
      const asked = { batch_id: null, ordinal: 1, ignore_cooldown: 1, trigger_ms: atMs };
      const row = { id, entity_id, type, value, ...asked, ...pending };
      await store.insertInto('command').values(row).execute();
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
    },
    /** The sessions of an Entity that began in its stay of the date, as computed so far. */
    async sessionsOf(entityId: string) {
      const stay = stayOf(entityId);
      const rows = await store
        .selectFrom('charge_session')
        .select(['id', 'data', 'created'])
        .where('entity_id', '=', entityId)
        .where('start_ms', '>=', stay?.plugInMs ?? 0)
        .where('start_ms', '<', stay?.leaveMs ?? 0)
        .orderBy('start_ms')
        .execute();
      const checks = { type: null, capacityKwh: null, nowMs: Infinity };
      return rows.map(({ id, data, created }) => {
        const session = ChargeSessionData.parse(JSON.parse(data));
        const told = { id, entityId, created, data: session };
        expect([...findingsOfEntity([told], checks)]).toEqual([]);
        return {
          startMs: Date.parse(session.start ?? ''),
          endMs: Date.parse(session.end ?? ''),
          kWh: session.charge?.total?.total ?? 0,
          socEnd: session.charge?.end?.value ?? 0,
        };
      });
    },
    /** When the device acted. */
    async effectMs(entityId: string) {
      const of = store.selectFrom('effect').where('entity_id', '=', entityId).orderBy('at_ms');
      return (await of.select('at_ms').execute()).map((row) => row.at_ms);
    },
    stateOf: (id: string) => deviceState(store, SEED, id, nowMs),
  };
}

/** The one session of an EV that gets no Command. */
export async function undisturbed(id: string) {
  const { powerKw, soc } = untouchedAt(id, (stayOf(id)?.plugInMs ?? 0) + HOUR);
  expect([powerKw > 0, Number(soc) > 0]).toEqual([true, true]);
  const other = await deviceWorld();
  await other.add(id);
  await other.runTo(COMPUTED);
  const [session] = await other.sessionsOf(id);
  await other.store.destroy();
  if (session === undefined) throw new Error('the EV has no session');
  return session;
}
