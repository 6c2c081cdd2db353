import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sessionsEndingOn } from '../../devices/charging.ts';
import { addDays } from '../../../domain/time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { World } from '../world-schema.ts';
import type { WorldSlice } from '../world-slice.ts';
import { fleetWorld } from './fleet-world.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');
const SIZE = 1_000;

/** All slices as one world, which checks every shape, reference and repeated id. */
function whole(slices: Iterable<WorldSlice>): World {
  const parts = [...slices];
  const all = (key: keyof World) => parts.flatMap<unknown>((part) => part[key] ?? []);
  return World.parse({
    organisations: all('organisations'),
    collectives: all('collectives'),
    entities: all('entities'),
    locations: all('locations'),
    chargeSessions: all('chargeSessions'),
    commands: all('commands'),
  });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

const slices = [...fleetWorld(SIZE, 1, NOW)];
const world = whole(slices);

describe('a world of 1,000 Entities', () => {
  test('is the same for the same seed and day, and differs for another seed', () => {
    expect(hashOf([...fleetWorld(SIZE, 1, NOW + 3_600_000)])).toBe(hashOf(slices));
    const other = [...fleetWorld(SIZE, 2, NOW)];
    expect(hashOf(other)).not.toBe(hashOf(slices));
    const ids = new Set(world.entities.map(({ id }) => id));
    expect(whole(other).entities.some(({ id }) => ids.has(id))).toBe(false);
  });

  test('has ten times as many sessions, which end before today, oldest first for each Entity', () => {
    expect(world.entities).toHaveLength(SIZE);
    expect(world.locations).toHaveLength(SIZE);
    expect(world.chargeSessions).toHaveLength(10 * SIZE);
    const sessions = groupBy(world.chargeSessions, (row) => row.entityId);
    for (const rows of sessions.values()) {
      const starts = rows.map(({ data }) => data.start);
      expect(starts).toEqual(starts.toSorted());
      expect(rows.every(({ data }) => (data.end ?? '') < '2026-03-10')).toBe(true);
    }
    const capturing = world.entities.filter(({ features }) => features[0]?.isEnabled);
    expect(sessions.size).toBe(capturing.length);
  });

  test('has the sessions that daily computation would have produced', () => {
    const [charger] = world.entities.filter(
      ({ type, features }) => type === 'ChargePoint' && features[0]?.isEnabled,
    );
    if (charger === undefined) throw new Error('no charge point captures sessions');
    const locations = world.locations.filter(({ entityId }) => entityId === charger.id);
    const held = world.chargeSessions.filter(({ entityId }) => entityId === charger.id);
    const days = Array.from({ length: 60 }, (_, at) => addDays('2026-03-10', at - 60));
    const brought = days.flatMap((date) => sessionsEndingOn(1, { ...charger, locations }, date));
    expect(held).toEqual(brought.slice(-held.length));
  });

  test('has Collectives of a hundredth, a tenth and the whole, of each type', () => {
    const sizes = groupBy(world.collectives, ({ entities }) => entities.length);
    expect([...sizes].map(([size, rows]) => [size, rows.length])).toEqual([
      [1_000, 1],
      [100, 10],
      [10, 100],
    ]);
    expect(new Set(world.collectives.map(({ type }) => type))).toEqual(
      new Set(['Fleet', 'SolarFarm', 'VirtualPowerPlant']),
    );
    expect(new Set(world.collectives.map(({ name }) => name)).size).toBe(111);
  });

  test('has unique device names, and some devices that misbehave', () => {
    expect(new Set(world.entities.map(({ name }) => name)).size).toBe(SIZE);
    const obedient = world.entities.filter(({ behaviour }) => behaviour === 'prompt');
    expect(obedient.length / SIZE).toBeGreaterThan(0.8);
    expect(obedient.length / SIZE).toBeLessThan(0.95);
    expect(new Set(world.entities.map(({ type }) => type)).size).toBe(8);
  });
});
