import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, startClock } from '../clock.ts';
import { insertAll } from '../store/insert-all.ts';
import { loadSlice } from '../store/load-world.ts';
import { type Store, openStore } from '../store/store.ts';
import { makeReportedClock } from '../reported-clock.ts';
import { fleetWorld } from '../worlds/fleet/fleet-world.ts';
import type { StepFailure } from './back-off.ts';
import { commandSteps } from './command-step.ts';
import { startSimulation } from './simulation.ts';
import type { StepKind } from './step.ts';

const START = Date.parse('2026-03-10T09:00:00Z');
const SEED = 1;
const COUNT = 1_000;
/** Made once: that takes longer than loading it. */
const WORLD = [...fleetWorld(COUNT, SEED, START)].map((slice) => ({
  ...slice,
  chargeSessions: [],
  commands: [],
}));
const stores: Store[] = [];
let nowMs = START;
beforeEach(() => {
  nowMs = START;
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.destroy();
});

/** Devices with two Commands of the same type each, the second within the cooldown of the first. */
async function backlog(others: StepKind[] = []) {
  const store = await openStore(':memory:');
  stores.push(store);
  for (const slice of WORLD) await loadSlice(store, slice, START);
  const entities = await store.selectFrom('entity').select('id').orderBy('id').execute();
  await insertAll(
    store,
    'command',
    entities.flatMap(({ id }, at) =>
      [0, 1].map((number) => ({
        id: `${id} ${number}`,
        entity_id: id,
        batch_id: null,
        ordinal: number + 1,
        type: 'StopCharging',
        value: null,
        trigger_ms: START,
        ignore_cooldown: 0,
        status: 'Pending',
        error: null,
        verification: null,
        due_ms: START + (at % 100) + number * 20_000,
      })),
    ),
  );
  const clock: Clock = startClock(() => nowMs, 1, 0);
  const failures: StepFailure[] = [];
  const simulation = startSimulation({
    store,
    clock,
    wall: () => nowMs,
    kinds: [commandSteps(SEED, makeReportedClock(clock, 0)), ...others],
    failed: (failure) => failures.push(failure),
  });
  return { store, simulation, failures, ids: entities.map(({ id }) => id) };
}

function commandsOf(store: Store, entityId: string | null = null) {
  return store
    .selectFrom('command')
    .selectAll()
    .$if(entityId !== null, (query) => query.where('entity_id', '=', entityId ?? ''))
    .orderBy('id')
    .execute();
}

async function dueNow(store: Store): Promise<number> {
  const rows = await store
    .selectFrom('command')
    .select('id')
    .where('due_ms', '<=', nowMs)
    .execute();
  return rows.length;
}

describe('a long backlog', () => {
  test('does not delay the read of one Entity, whose result is the same', async () => {
    const ahead = await backlog();
    const straight = await backlog();
    nowMs = START + 60_000;
    const [one = ''] = ahead.ids;
    await ahead.simulation.settle(one);
    expect(await dueNow(ahead.store)).toBe(2 * COUNT - 2);
    await straight.simulation.advance();
    const settled = await commandsOf(ahead.store, one);
    expect(settled).toHaveLength(2);
    expect(settled).toEqual(await commandsOf(straight.store, one));
    await ahead.simulation.advance();
    expect(await commandsOf(ahead.store)).toEqual(await commandsOf(straight.store));
    const cooled = (await commandsOf(ahead.store)).filter(({ error }) =>
      error?.includes('Cooldown active'),
    );
    expect(cooled.length).toBeGreaterThan(COUNT / 2);
  });

  test('yields between its transactions, and runs to its end', async () => {
    const { store, simulation } = await backlog();
    nowMs = START + 60_000;
    const seen: number[] = [];
    const turn = simulation.advance();
    for (let left = await dueNow(store); left > 0; left = await dueNow(store)) {
      seen.push(left);
      await setImmediate();
    }
    await turn;
    expect(new Set(seen).size).toBeGreaterThan(4);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  });

  test('is skipped if no Command matters, and awaited if all do', async () => {
    let reachedMs = 0;
    const daily: StepKind = {
      name: 'daily',
      nextDue: () => Promise.resolve(reachedMs === 0 ? START + 30_000 : null),
      run: async (store, untilMs) => {
        expect(await commandsOf(store).then((rows) => rows.some(isBefore(START + 30_000)))).toBe(
          false,
        );
        reachedMs = untilMs;
      },
    };
    const { store, simulation } = await backlog([daily]);
    nowMs = START + 10_000;
    const before = await commandsOf(store);
    await simulation.settle(null);
    expect(await commandsOf(store)).toEqual(before);
    nowMs = START + 60_000;
    await simulation.settle(null);
    expect(reachedMs).toBeGreaterThanOrEqual(START + 30_000);
    expect(await dueNow(store)).toBe(0);
  });
});

/** A step that fails until an instant, and counts how often it is tried. */
function failingUntil(healedMs: number) {
  const tries: number[] = [];
  const kind: StepKind = {
    name: 'broken',
    nextDue: () => Promise.resolve((tries.at(-1) ?? 0) < healedMs ? START : null),
    run: () => {
      tries.push(nowMs);
      return nowMs < healedMs
        ? Promise.reject(new Error('UNIQUE constraint failed'))
        : Promise.resolve();
    },
  };
  return { kind, tries };
}

describe('a step that fails', () => {
  test('never throws, stops no other step, and is reported once per attempt', async () => {
    const { kind, tries } = failingUntil(Number.POSITIVE_INFINITY);
    const { store, simulation, failures, ids } = await backlog([kind]);
    nowMs = START + 60_000;
    await simulation.advance();
    for (const id of [null, ...ids.slice(0, 20)]) await simulation.settle(id);
    expect(failures).toEqual([
      { step: 'broken', error: new Error('UNIQUE constraint failed'), retryInMs: 1_000 },
    ]);
    expect(tries).toHaveLength(1);
    expect(await dueNow(store)).toBe(0);
  });

  test('is retried after waits that double up to five minutes, until it succeeds', async () => {
    const { kind, tries } = failingUntil(START + 3_600_000);
    const { simulation, failures } = await backlog([kind]);
    for (; nowMs < START + 4_000_000; nowMs += 500) await simulation.settle(null);
    const waits = failures.map(({ retryInMs }) => retryInMs / 1_000);
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(new Set(waits.slice(9))).toEqual(new Set([300]));
    expect(tries).toHaveLength(failures.length + 1);
  });

  test('is not delayed if the machine’s clock is set back', async () => {
    const { kind, tries } = failingUntil(Number.POSITIVE_INFINITY);
    const { simulation } = await backlog([kind]);
    await simulation.advance();
    nowMs -= 3_600_000;
    await simulation.advance();
    expect(tries).toHaveLength(2);
  });

  test('behaves the same if its due time cannot be read, or for a single Entity', async () => {
    const blind: StepKind = {
      name: 'blind',
      nextDue: () => Promise.reject(new Error('disk I/O error')),
      run: () => Promise.resolve(),
    };
    const { store, simulation, failures, ids } = await backlog([blind]);
    const [one = '', other = ''] = ids;
    await store.updateTable('entity').set({ behaviour: 'x' }).where('id', '=', one).execute();
    nowMs = START + 60_000;
    for (const id of [one, one, other, other]) await simulation.settle(id);
    expect(failures.map(({ step }) => step)).toEqual([
      'blind, next due',
      `Commands of Entity ${one}`,
    ]);
    expect(new Set((await commandsOf(store, one)).map(({ status }) => status))).toEqual(
      new Set(['Pending']),
    );
    expect((await commandsOf(store, other)).some(isBefore(nowMs))).toBe(false);
  });
});

function isBefore(ms: number) {
  return ({ due_ms }: { due_ms: number | null }) => due_ms !== null && due_ms < ms;
}
