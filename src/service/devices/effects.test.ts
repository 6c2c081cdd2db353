import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChargeSessionData } from '../../contract/charge-session.ts';
import { BEHAVIOURS, type Behaviour } from './behaviours.ts';
import {
  CHARGING,
  COMPUTED,
  deviceWorld,
  HOUR,
  START,
  undisturbed,
  untouchedAt,
} from './testing/device-world.ts';

let world: Awaited<ReturnType<typeof deviceWorld>>;
beforeEach(async () => {
  world = await deviceWorld();
});
afterEach(() => world.store.destroy());

/** Adds an EV that charges for long. */
async function charging(behaviour: Behaviour = 'prompt', one = CHARGING[0]) {
  if (one === undefined) throw new Error('no EV of these charges long enough');
  await world.add(one.id, behaviour);
  return one;
}

describe('charging', () => {
  test('StopCharging ends the running session: its end and energy follow', async () => {
    const { id, stay } = await charging();
    const done = await world.command(id, 'StopCharging', stay.plugInMs + HOUR);
    expect([done.status, done.verification?.status]).toEqual(['Succeeded', 'Succeeded']);
    const { charging: now } = await world.stateOf(id);
    expect(now).toMatchObject({ pluggedIn: true, powerKw: 0 });
    await world.runTo(COMPUTED);
    const full = await undisturbed(id);
    const sessions = await world.sessionsOf(id);
    const [session] = sessions;
    expect(sessions).toHaveLength(1);
    expect(session?.startMs).toBe(full.startMs);
    expect([session?.endMs]).toEqual(await world.effectMs(id));
    expect(session?.kWh).toBeGreaterThan(0);
    expect(session?.kWh).toBeLessThan(full.kWh / 2);
    expect(session?.socEnd).toBeLessThan(full.socEnd);
  });

  test('StartCharging begins another, which charges the rest', async () => {
    const { id, stay } = await charging();
    await world.command(id, 'StopCharging', stay.plugInMs + HOUR);
    await world.command(id, 'StartCharging', stay.plugInMs + 2 * HOUR);
    await world.runTo(COMPUTED);
    const full = await undisturbed(id);
    const [first, second] = await world.sessionsOf(id);
    expect([first?.endMs, second?.startMs]).toEqual(await world.effectMs(id));
    expect((first?.kWh ?? 0) + (second?.kWh ?? 0)).toBeCloseTo(full.kWh, 2);
    expect(second?.socEnd).toBe(full.socEnd);
  });

  test('StartCharging continues to 100 % if the wanted charge was reached', async () => {
    const { id, stay } = await charging();
    const full = await undisturbed(id);
    await world.command(id, 'StartCharging', full.endMs + 60_000);
    await world.runTo(COMPUTED);
    const sessions = await world.sessionsOf(id);
    expect(sessions.map(({ socEnd }) => socEnd)).toEqual([stay.wanted, 100]);
    expect(sessions[0]).toEqual(full);
  });

  test('StartCharging fails without a cable and changes nothing', async () => {
    const { id, stay } = await charging();
    const away = stay.plugInMs - 10 * 60_000;
    expect(untouchedAt(id, away).pluggedIn).toBe(false);
    const failed = await world.command(id, 'StartCharging', away);
    const error = { title: 'Not plugged in' };
    expect(failed).toMatchObject({ status: 'Failed', error, verification: null });
    expect(await world.effectMs(id)).toEqual([]);
    const stopped = await world.command(id, 'StopCharging', away + 5 * 60_000);
    expect(stopped.status).toBe('Succeeded');
    await world.runTo(COMPUTED);
    expect((await world.sessionsOf(id)).at(-1)).toEqual(await undisturbed(id));
  });

  test('a second StartCharging while it charges, or StopCharging afterwards, changes nothing', async () => {
    const { id, stay } = await charging();
    const full = await undisturbed(id);
    await world.command(id, 'StartCharging', stay.plugInMs + HOUR);
    await world.command(id, 'StopCharging', full.endMs + 60_000);
    await world.runTo(COMPUTED);
    expect((await world.sessionsOf(id)).at(-1)).toEqual(full);
  });
});

describe('sessions', () => {
  test('are computed once a day, after midnight, and never while they run', async () => {
    const { id, stay } = await charging();
    const midnight = Date.parse('2026-03-11T00:00:00Z');
    const since = () => world.sessionsOf(id);
    for (const ms of [stay.plugInMs + HOUR, midnight - 1, midnight + 4 * 60_000]) {
      await world.runTo(ms);
      expect(await since()).toEqual([]);
    }
    const full = await undisturbed(id);
    await world.runTo(midnight + 6 * 60_000);
    expect(await since()).toEqual(full.endMs < midnight ? [full] : []);
    await world.runTo(midnight + 26 * HOUR);
    expect((await since())[0]).toEqual(full);
    const rows = await world.store
      .selectFrom('charge_session')
      .select(['created', 'data'])
      .execute();
    for (const { created, data } of rows) {
      const end = Date.parse(ChargeSessionData.parse(JSON.parse(data)).end ?? '');
      expect(end).toBeLessThan(Date.parse(created ?? ''));
      expect(created).toMatch(/T00:05:00\.000Z$/);
    }
  });

  test('across midnight are listed a day later, with the effect of their Commands', async () => {
    const pastMidnight = Date.parse('2026-03-11T00:30:00Z');
    const late = CHARGING.find(({ id }) => untouchedAt(id, pastMidnight).powerKw > 0);
    const { id } = await charging('prompt', late);
    const stopMs = Date.parse('2026-03-11T00:10:00Z');
    await world.runTo(stopMs);
    expect(await world.sessionsOf(id)).toEqual([]);
    await world.command(id, 'StopCharging', stopMs);
    await world.runTo(COMPUTED);
    expect((await world.sessionsOf(id)).at(-1)?.endMs).toBe((await world.effectMs(id))[0]);
  });

  test('do not exist for Entities without the feature, or that have left', async () => {
    const [without = '', captured = '', gone = ''] = CHARGING.map(({ id }) => id);
    await world.add(without, 'prompt', 'EV', 0);
    await world.add(captured);
    await world.add(gone);
    const entity = world.store.updateTable('entity').where('id', '=', gone);
    await entity.set({ offboarded: 1 }).execute();
    await world.runTo(COMPUTED);
    const rows = await world.store.selectFrom('charge_session').select('entity_id').execute();
    expect(new Set(rows.map((row) => row.entity_id))).toEqual(new Set([captured]));
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
    const { id, stay } = await charging(name);
    const { status, error, verification } = await world.command(
      id,
      'StopCharging',
      stay.plugInMs + HOUR,
    );
    await world.runTo(COMPUTED);
    const session = (await world.sessionsOf(id)).at(-1);
    const stopped = session !== undefined && session.endMs < (await undisturbed(id)).endMs;
    const title = error?.title ?? verification?.error?.title ?? null;
    expect([status, title, verification?.status ?? null, stopped]).toEqual(expected);
    expect(await world.effectMs(id)).toHaveLength(stopped ? 1 : 0);
  });

  test('acknowledges-and-ignores: the measurement shows that it keeps charging', async () => {
    const { id, stay } = await charging('acknowledges-and-ignores');
    const { verification } = await world.command(id, 'StopCharging', stay.plugInMs + HOUR);
    expect(verification?.error?.description).toMatch(/it charges with (?!0\.0)\d+\.\d kW\.$/);
  });

  test('acknowledges-and-ignores: a stop without a running charge does not claim one', async () => {
    const { id, stay } = await charging('acknowledges-and-ignores');
    const { verification } = await world.command(id, 'StopCharging', stay.plugInMs - HOUR);
    expect(verification?.error?.description).toMatch(/did not change: it was not charging\.$/);
  });

  test('flaky: some refuse, and only the rest stop', async () => {
    const evs = CHARGING.slice(0, 12).toSorted((a, b) => a.stay.plugInMs - b.stay.plugInMs);
    const outcomes = new Set<string>();
    for (const { id } of evs) await world.add(id, 'flaky');
    for (const { id, stay } of evs) {
      const at = Math.max(world.now(), stay.plugInMs);
      const { status, error } = await world.command(id, 'StopCharging', at);
      const { charging: now } = await world.stateOf(id);
      outcomes.add(status);
      expect(error === null).toBe(status === 'Succeeded');
      expect((await world.effectMs(id)).length).toBe(status === 'Succeeded' ? 1 : 0);
      // All of them charge for hours unless they are stopped.
      expect(now?.powerKw === 0).toBe(status === 'Succeeded');
    }
    expect(outcomes).toEqual(new Set(['Succeeded', 'Failed']));
  });

  test('every behaviour is covered', () => {
    expect(BEHAVIOURS).toHaveLength(7);
  });
});

describe('a plant', () => {
  const noon = START + 3.5 * HOUR;
  const plantAt = async (id: string) => (await world.stateOf(id)).plant;

  test('is limited, stopped, disconnected and reset', async () => {
    await world.add('plant', 'prompt', 'SolarPlant');
    await world.runTo(noon);
    const free = (await plantAt('plant'))?.feedInW ?? 0;
    expect(free).toBeGreaterThan(1000);
    await world.command('plant', 'LimitFeedIn', world.now(), '1000');
    expect(await plantAt('plant')).toEqual({ connected: true, limitW: 1000, feedInW: 1000 });
    await world.command('plant', 'StopFeedIn', world.now());
    expect(await plantAt('plant')).toMatchObject({ connected: true, feedInW: 0 });
    await world.command('plant', 'Reset', world.now());
    expect((await plantAt('plant'))?.feedInW).toBeGreaterThan(1000);
    await world.command('plant', 'Disconnect', world.now());
    expect(await plantAt('plant')).toEqual({ connected: false, limitW: null, feedInW: 0 });
  });

  test('that acknowledges and ignores keeps feeding in, as its verification shows', async () => {
    await world.add('stubborn', 'acknowledges-and-ignores', 'SolarPlant');
    const done = await world.command('stubborn', 'LimitFeedIn', noon, '500');
    expect([done.status, done.verification?.status]).toEqual(['Succeeded', 'Failed']);
    const measured = /it feeds in (\d+) W\.$/.exec(done.verification?.error?.description ?? '');
    expect(Number(measured?.[1])).toBeGreaterThan(1000);
    expect((await plantAt('stubborn'))?.limitW).toBeNull();
  });

  test('that refuses a Command or its value keeps its state', async () => {
    await world.add('plant', 'prompt', 'SolarPlant');
    await world.runTo(noon);
    for (const value of ['-1', 'much', '', null]) {
      const failed = await world.command('plant', 'LimitFeedIn', world.now(), value);
      expect([failed.status, failed.error?.title]).toEqual(['Failed', 'Value not valid']);
    }
    const failed = await world.command('plant', 'StopCharging', world.now());
    expect(failed.error?.title).toBe('Command not supported');
    expect((await plantAt('plant'))?.limitW).toBeNull();
    expect(world.now()).toBeGreaterThan(noon);
  });
});
