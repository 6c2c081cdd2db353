import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isoInstant } from '../../domain/instant.ts';
import { addDays } from '../../domain/time.ts';
import { startClock } from '../clock.ts';
import { openPreparedStore } from '../store/prepare-store.ts';
import { type Store, readMetaNumber } from '../store/store.ts';
import { makeReportedClock } from '../reported-clock.ts';
import { demoWorld } from '../worlds/demo/demo-world.ts';
import type { WorldSlice } from '../worlds/world-slice.ts';
import { computedUpTo, sessionsEndingOn } from './charging.ts';
import { dailySessionSteps } from './daily-sessions-step.ts';
import { startSimulation } from './simulation.ts';

const SEED = 1;
const MINUTE = 60_000;
const DAY = 86_400_000;
const MIDNIGHT = Date.parse('2026-03-11T00:00:00Z');
const AROUND = Array.from({ length: 16 }, (_, at) => at - 7);
/** Enough Entities for sessions to end on every day. */
const MOST_ENTITIES = 6;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'midnight-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const made = new Map<string, WorldSlice>();

/** What the demo of an instant depends on; its own test checks that too. */
const keyOf = (nowMs: number) => `${isoInstant(nowMs).slice(0, 10)} ${computedUpTo(nowMs)}`;

/** A part of the demo of an instant, made once for all instants with the same one. */
function smallWorld(nowMs: number): WorldSlice {
  const key = keyOf(nowMs);
  const world = made.get(key) ?? makeSmallWorld(nowMs);
  made.set(key, world);
  return world;
}

function makeSmallWorld(nowMs: number): WorldSlice {
  const world = demoWorld(SEED, nowMs);
  const entities = world.entities
    .filter(({ features }) => features.some(({ isEnabled }) => isEnabled))
    .slice(0, MOST_ENTITIES);
  const ids = new Set(entities.map(({ id }) => id));
  return {
    lives: true,
    organisations: world.organisations,
    entities,
    locations: world.locations.filter(({ entityId }) => ids.has(entityId)),
    chargeSessions: world.chargeSessions.filter(({ entityId }) => ids.has(entityId)),
  };
}

/** Sessions that end in the days around the midnight and are computed by an instant. */
function expectedIds(world: WorldSlice, untilMs: number): string[] {
  const dates = [-3, -2, -1, 0, 1, 2].map((day) => addDays('2026-03-11', day));
  return dates
    .filter((date) => Date.parse(date) + DAY + 5 * MINUTE <= untilMs)
    .flatMap((date) =>
      (world.entities ?? []).flatMap((entity) => {
        const locations = (world.locations ?? []).filter((row) => row.entityId === entity.id);
        return sessionsEndingOn(SEED, { ...entity, locations }, date);
      }),
    )
    .map(({ id }) => id)
    .toSorted();
}

async function heldIds(store: Store): Promise<string[]> {
  const rows = await store.selectFrom('charge_session').select(['id', 'data']).execute();
  const end = ({ data }: { data: string }) => /"end":"([^"]+)"/.exec(data)?.[1] ?? '';
  return rows
    .filter((row) => end(row) >= '2026-03-08')
    .map(({ id }) => id)
    .toSorted();
}

/**
 * Starts a world at an instant and lets more than a day pass, over the next midnight too.
 * @returns whether at each check the store held what is computed by then
 */
async function lived(world: WorldSlice, startMs: number, factor: number, restarts: boolean) {
  let realMs = startMs;
  const file = path.join(folder, `${startMs}-${factor}-${String(restarts)}.db`);
  const open = () => openPreparedStore(file, { slices: () => [world], nowMs: startMs });
  let store = await open();
  const failures: string[] = [];
  const start = async () => {
    const lastMs = (await readMetaNumber(store, 'clock_ms')) ?? 0;
    const clock = startClock(() => realMs, factor, Math.max(lastMs, reachedMs));
    return startSimulation({
      store,
      clock,
      wall: () => realMs,
      kinds: [dailySessionSteps(SEED, makeReportedClock(clock, 0))],
      failed: ({ error }) => failures.push(String(error)),
    });
  };
  let reachedMs = startMs;
  let simulation = await start();
  const isRight: boolean[] = [];
  for (const minutes of [0, 1, 4, 5, 10, 24 * 60, 1, 4]) {
    realMs += (minutes * MINUTE) / factor;
    await simulation.settle(null);
    reachedMs = simulation.now();
    if (restarts) {
      await store.destroy();
      store = await open();
      simulation = await start();
      await simulation.advance();
    }
    isRight.push((await heldIds(store)).join() === expectedIds(world, reachedMs).join());
  }
  await store.destroy();
  return { failures, isRight: new Set(isRight) };
}

test('the demo changes only at midnight, and when the sessions of the day before are computed', () => {
  const starts = AROUND.map((minute) => MIDNIGHT + minute * MINUTE);
  const keys = new Set(starts.map(keyOf));
  expect(keys.size).toBe(3);
  for (const key of keys) {
    const equals = starts.filter((startMs) => keyOf(startMs) === key);
    expect(makeSmallWorld(equals.at(-1) ?? 0)).toEqual(smallWorld(equals[0] ?? 0));
  }
});

describe('a world that starts at any minute around midnight', () => {
  test.each(AROUND)(
    '%i min: has each session once and none too early, on both clocks, with and without restart',
    { timeout: 120_000 },
    async (minute) => {
      const startMs = MIDNIGHT + minute * MINUTE;
      const world = smallWorld(startMs);
      expect(expectedIds(world, startMs).length).toBeGreaterThan(0);
      const created = (world.chargeSessions ?? []).map((row) => row.created ?? '');
      expect(created.every((text) => text <= isoInstant(startMs))).toBe(true);
      for (const factor of [1, 60]) {
        for (const restarts of [false, true]) {
          expect(await lived(world, startMs, factor, restarts)).toEqual({
            failures: [],
            isRight: new Set([true]),
          });
        }
      }
    },
  );
});
