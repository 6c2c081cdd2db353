import { describe, expect, test } from 'vitest';
import { COMMAND_TYPES } from '../contract/command.ts';
import {
  checkCommandRequest,
  commandLabel,
  commandLabelWithValue,
  feedInLimitW,
  takesCommand,
} from './command-rules.ts';
import { PERMISSIONS } from '../contract/console/access.ts';
import { denialReason, permits } from './permissions.ts';

describe('checkCommandRequest', () => {
  test('every type but LimitFeedIn is accepted without a value', () => {
    const refused = COMMAND_TYPES.filter(
      (type) => checkCommandRequest({ type, value: null }) !== null,
    );
    expect(refused).toEqual(['LimitFeedIn']);
  });

  test.each(['5000', '0', '12.5', ' 800 ', '10000000000'])('a limit of %j is accepted', (value) => {
    expect(checkCommandRequest({ type: 'LimitFeedIn', value })).toBeNull();
  });

  test.each([
    '',
    '  ',
    '-1',
    '1e5',
    'lots',
    '5 kW',
    'NaN',
    'Infinity',
    '0x10',
    '10000000001',
    '1,5',
  ])('a limit of %j is refused, naming the value and the unit', (value) => {
    const problem = checkCommandRequest({ type: 'LimitFeedIn', value });
    expect(problem?.field).toBe('value');
    expect(problem?.message).toContain('W');
  });

  test('a value of 10,000 characters is refused with its length', () => {
    const problem = checkCommandRequest({ type: 'LimitFeedIn', value: '9'.repeat(10_000) });
    expect(problem).toMatchObject({ field: 'value' });
    expect(problem?.message).toContain('10000 characters');
  });

  test('a value for a type that takes none is refused', () => {
    expect(checkCommandRequest({ type: 'StopCharging', value: '5' })?.field).toBe('value');
    expect(checkCommandRequest({ type: 'StopCharging', value: '' })).toBeNull();
  });

  test.each([null, '', 'BoilKettle', 'stopcharging', 'toString'])('type %j is refused', (type) => {
    expect(checkCommandRequest({ type, value: null })?.field).toBe('type');
  });
});

describe('which Entity types accept which Command', () => {
  test('charging for EVs and charge points, feed-in for solar', () => {
    expect(takesCommand('StopCharging', 'EV')).toBe(true);
    expect(takesCommand('StartCharging', 'ChargePoint')).toBe(true);
    expect(takesCommand('StopCharging', 'SolarPlant')).toBe(false);
    expect(takesCommand('LimitFeedIn', 'SolarPlant')).toBe(true);
    expect(takesCommand('Reset', 'Battery')).toBe(false);
    expect(takesCommand('StopCharging', null)).toBeNull();
  });

  test('an unknown type is its own label', () => {
    expect(commandLabel('BoilKettle')).toBe('BoilKettle');
    expect(commandLabel('StopCharging')).toBe('Stop charging');
  });

  test('parses a limit in W', () => {
    expect([feedInLimitW('5000'), feedInLimitW('5kW'), feedInLimitW('')]).toEqual([
      5000,
      null,
      null,
    ]);
  });
});

describe('permissions', () => {
  test('each role has all permissions of the one before it', () => {
    const counts = (['viewer', 'operator', 'approver', 'administrator'] as const).map(
      (role) => PERMISSIONS.filter((permission) => permits(role, permission)).length,
    );
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(permits('viewer', 'dispatch')).toBe(false);
    expect(permits('operator', 'dispatch')).toBe(true);
    expect(permits('operator', 'manage-directory')).toBe(false);
    expect(PERMISSIONS.every((permission) => permits('administrator', permission))).toBe(true);
  });

  test('a denial names the role and the action', () => {
    expect(denialReason('viewer', 'dispatch')).toBe('The role viewer may not send Commands.');
  });
});

test('text of another system fits into a line and reverses nothing', () => {
  const label = commandLabelWithValue({ type: 'Calibrate', value: `a\u202eb${'x'.repeat(200)}` });
  expect(label).toBe(`Calibrate to ab${'x'.repeat(58)}…`);
  expect(commandLabelWithValue({ type: 'T'.repeat(80), value: null })).toHaveLength(61);
  expect(commandLabelWithValue({ type: 'Greet', value: 'שלום 👋' })).toBe('Greet to שלום 👋');
});
