import { describe, expect, test } from 'vitest';
import { findingsOfEntity } from '../../../domain/session-findings.ts';
import { exactSum, sessionSpan } from '../../../domain/session-maths.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { planCommand } from '../../devices/plan.ts';
import { stayAt } from '../../devices/stays.ts';
import { refusal } from '../../devices/validation.ts';
import { demoWorld } from './demo-world.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');
const world = demoWorld(1, NOW);

describe('the demo world', () => {
  test('is the same for the same seed and day, and differs for another seed', () => {
    expect(demoWorld(1, NOW + 3_600_000)).toEqual(world);
    expect(demoWorld(2, NOW).entities[0]?.id).not.toBe(world.entities[0]?.id);
  });

  test('has three Collectives, two of which overlap, and about 120 Entities', () => {
    const [fleet = [], solar = [], pool = []] = world.collectives.map(({ entities }) => entities);
    expect(world.collectives.map(({ type }) => type)).toEqual([
      'Fleet',
      'SolarFarm',
      'VirtualPowerPlant',
    ]);
    expect([fleet.length, solar.length, pool.length]).toEqual([60, 30, 46]);
    expect(pool.filter((id) => fleet.includes(id))).toHaveLength(14);
    expect(world.entities).toHaveLength(123);
    expect(world.entities.every(({ name }) => name !== null)).toBe(true);
    const names = world.entities.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has 90 days of sessions that end before today', () => {
    const spans = world.chargeSessions.map(sessionSpan);
    const ends = spans.map(({ endMs }) => endMs ?? Number.NaN);
    const midnight = Date.parse('2026-03-10T00:00:00Z');
    expect(Math.max(...ends)).toBeLessThan(midnight);
    expect(Math.max(...ends)).toBeGreaterThan(midnight - 86_400_000);
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(midnight - 90 * 86_400_000);
    expect(Math.min(...ends)).toBeLessThan(midnight - 89 * 86_400_000);
  });

  test('has faultless sessions, whose registers add up exactly', () => {
    for (const { id, type, batteryCapacity: capacityKwh = null } of world.entities) {
      const own = world.chargeSessions.filter(({ entityId }) => entityId === id);
      const checks = { type, capacityKwh, nowMs: Infinity };
      expect([...findingsOfEntity(own, checks)]).toEqual([]);
    }
    for (const session of world.chargeSessions) {
      const total = session.data.charge?.total;
      expect(exactSum([total?.t1 ?? 0, total?.t2 ?? 0, total?.t3 ?? 0, total?.t4 ?? 0])).toBe(
        total?.total,
      );
    }
  });

  test('has no two sessions of one Entity at the same time', () => {
    for (const sessions of groupBy(world.chargeSessions, (row) => row.entityId).values()) {
      const spans = sessions
        .map(sessionSpan)
        .toSorted((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
      for (const [at, span] of spans.slice(1).entries()) {
        expect(span.startMs).toBeGreaterThanOrEqual(spans[at]?.endMs ?? Number.NaN);
      }
    }
  });

  test('fails 4 to 14 percent of Commands to the fleet and to the farm, with a readable reason', () => {
    for (const collective of world.collectives.slice(0, 2)) {
      const commands = world.commands.filter(({ entityId }) =>
        collective.entities.includes(entityId),
      );
      const failed = commands.filter(({ status }) => status === 'Failed');
      expect(failed.length / commands.length).toBeGreaterThan(0.04);
      expect(failed.length / commands.length).toBeLessThan(0.14);
      for (const { error } of failed) expect(error?.description).toMatch(/\.$/);
    }
  });

  test.each([
    { collective: 0, type: 'StartCharging', value: null },
    { collective: 1, type: 'LimitFeedIn', value: '20000' },
    { collective: 2, type: 'StopCharging', value: null },
  ])('verifies about nine in ten of $type at any hour of a week', ({ collective, type, value }) => {
    const ids = new Set(world.collectives[collective]?.entities);
    const members = world.entities.filter(({ id }) => ids.has(id));
    const shares = Array.from({ length: 7 * 24 }, (_, hour) => {
      const atMs = NOW + hour * 3_600_000;
      const verified = members.filter((entity) => {
        const { fate } = planCommand(1, entity, 100 + hour);
        return (
          refusal({ type, value }, entity.type) === null &&
          fate.kind === 'acknowledged' &&
          fate.verificationError === null &&
          (type !== 'StartCharging' || stayAt(1, entity, atMs) !== null)
        );
      });
      return verified.length / members.length;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.86);
    expect(mean).toBeLessThan(0.94);
    expect(Math.min(...shares)).toBeGreaterThan(0.75);
    expect(Math.max(...shares)).toBeLessThan(1);
  });

  test('has devices that fell silent: offline, without a session for twenty days', () => {
    const offline = world.entities.filter(({ behaviour }) => behaviour === 'offline');
    const silent = offline.filter(({ features }) => features.length > 0);
    expect(silent.length).toBeGreaterThanOrEqual(3);
    for (const { id } of silent) {
      const ends = world.chargeSessions
        .filter(({ entityId }) => entityId === id)
        .map((session) => sessionSpan(session).endMs ?? Number.NaN);
      expect(ends.length).toBeGreaterThan(0);
      expect(Math.max(...ends)).toBeLessThan(NOW - 20 * 86_400_000);
    }
  });
});
