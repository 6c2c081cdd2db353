import { describe, expect, test } from 'vitest';
import { FLEET_POLICY, NOT_BY_POLICY } from '../domain/fleet-policy.ts';
import { FleetPolicySetting } from './fleet-policy-setting.ts';

const HOUR_MS = 3_600_000;

const HALF_HOUR = HOUR_MS / 2;
const MONTHS = 90 * 24 * HOUR_MS;

describe('the setting FLEET_POLICY', () => {
  test.each<[string, Partial<typeof FLEET_POLICY>]>([
    [
      'locations=30m, commands = 1h,capacity=90d',
      { locations: HALF_HOUR, commands: HOUR_MS, capacity: MONTHS },
    ],
    ['locations=24h,commands=6h,features=1d,capacity=7d,sessions=24h,history=once', {}],
    ['members=24h,types=24h,offboarding=10m', {}],
    [
      'members=7d,types=1h,offboarding=1m',
      { members: 7 * 24 * HOUR_MS, types: HOUR_MS, offboarding: 60_000 },
    ],
    ['history=once', {}],
    ['history=off', { history: NOT_BY_POLICY }],
  ])('%s overrides what it names', (text, expected) => {
    expect(FleetPolicySetting.parse(text)).toEqual({ ...FLEET_POLICY, ...expected });
  });

  test('can be off', () => {
    expect(FleetPolicySetting.parse('off')).toBeNull();
  });

  test.each([
    'on',
    '',
    'locations',
    'locations=',
    'locations=24',
    'locations=24H',
    'locations=1.5h',
    'locations=-1h',
    'locations=0m',
    'locations=91d',
    'locations=129601m',
    'locations=24h=1h',
    'locations=24h,',
    'locations=24h;commands=1h',
    'locations=24h,locations=12h',
    'locations=off',
    'locations=once',
    'history=24h',
    'places=24h',
    'members=once',
    'types=off',
    'off,locations=24h',
    '__proto__=1h',
  ])('is not %j', (text) => {
    expect(FleetPolicySetting.safeParse(text).success).toBe(false);
  });
});
