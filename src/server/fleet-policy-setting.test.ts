import { describe, expect, test } from 'vitest';
import { FLEET_POLICY, NOT_BY_POLICY } from '../domain/fleet-policy.ts';
import { FleetPolicySetting } from './fleet-policy-setting.ts';

const HOUR_MS = 3_600_000;

describe('the setting FLEET_POLICY', () => {
  test('overrides what it names', () => {
    expect(FleetPolicySetting.parse('locations=30m, commands = 1h,capacity=90d')).toEqual({
      ...FLEET_POLICY,
      locations: HOUR_MS / 2,
      commands: HOUR_MS,
      capacity: 90 * 24 * HOUR_MS,
    });
    expect(
      FleetPolicySetting.parse(
        'locations=24h,commands=6h,features=1d,capacity=7d,sessions=24h,history=once',
      ),
    ).toEqual(FLEET_POLICY);
  });

  test('accepts the resources of Collectives and of the deployment', () => {
    expect(FleetPolicySetting.parse('members=24h,types=24h,offboarding=10m')).toEqual(FLEET_POLICY);
    expect(FleetPolicySetting.parse('members=7d,types=1h,offboarding=1m')).toEqual({
      ...FLEET_POLICY,
      members: 7 * 24 * HOUR_MS,
      types: HOUR_MS,
      offboarding: 60_000,
    });
  });

  test('reads older sessions once, or never', () => {
    expect(FleetPolicySetting.parse('history=once')).toEqual(FLEET_POLICY);
    expect(FleetPolicySetting.parse('history=off')).toEqual({
      ...FLEET_POLICY,
      history: NOT_BY_POLICY,
    });
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
