import { describe, expect, test } from 'vitest';
import { COMMAND_TYPES } from '../contract/command.ts';
import {
  checkCommandRequest,
  commandLabel,
  commandLabelWithValue,
  feedInLimitW,
  takesCommand,
} from './command-rules.ts';

describe('checkCommandRequest', () => {
  test('every type but LimitFeedIn is accepted without a value', () => {
    const isRefused = (type: string) => checkCommandRequest({ type, value: null }) !== null;
    expect(COMMAND_TYPES.filter(isRefused)).toEqual(['LimitFeedIn']);
  });

  test.each(['5000', '0', '12.5', ' 800 ', '10000000000'])('a limit of %j is accepted', (value) => {
    expect(checkCommandRequest({ type: 'LimitFeedIn', value })).toBeNull();
  });

  const WRONG = '|  |-1|1e5|lots|5 kW|NaN|Infinity|0x10|10000000001|1,5';
  test.each(WRONG.split('|'))(
    'a limit of %j is refused, naming the value and the unit',
    (value) => {
      const problem = checkCommandRequest({ type: 'LimitFeedIn', value });
      expect(problem?.field).toBe('value');
      expect(problem?.message).toContain('W');
    },
  );

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
  test.each([
    ['StopCharging', 'EV', true],
    ['StartCharging', 'ChargePoint', true],
    ['StopCharging', 'SolarPlant', false],
    ['LimitFeedIn', 'SolarPlant', true],
    ['Reset', 'Battery', false],
    ['StopCharging', null, null],
  ] as const)('%s by %s: %s', (command, type, isTaken) => {
    expect(takesCommand(command, type)).toBe(isTaken);
  });

  test('an unknown type is its own label', () => {
    expect(commandLabel('BoilKettle')).toBe('BoilKettle');
    expect(commandLabel('StopCharging')).toBe('Stop charging');
  });

  test('parses a limit in W', () => {
    expect(['5000', '5kW', ''].map(feedInLimitW)).toEqual([5000, null, null]);
  });
});

test('text of another system fits into a line and reverses nothing', () => {
  const label = commandLabelWithValue({ type: 'Calibrate', value: `a\u202eb${'x'.repeat(200)}` });
  expect(label).toBe(`Calibrate to ab${'x'.repeat(58)}…`);
  expect(commandLabelWithValue({ type: 'T'.repeat(80), value: null })).toHaveLength(61);
  expect(commandLabelWithValue({ type: 'Greet', value: 'שלום 👋' })).toBe('Greet to שלום 👋');
});
