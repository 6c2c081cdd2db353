import { expect, test } from 'vitest';
import { causeOf, finalIn, memberVerdict, presentVerdicts, tallyOf } from './batch-tally.ts';
import type { Verdict } from './command-status.ts';

const counted = (verdict: Verdict, settled = true, title: string | null = null) => ({
  verdict,
  count: 1,
  settled: settled ? 1 : 0,
  late: 0,
  cannot: verdict === 'incapable' ? 1 : 0,
  cause: title === null ? null : { title, description: null },
  differs: false,
});

test('only a failure of a device whose type does not take the Command is set apart', () => {
  expect(memberVerdict('failed', 'StopCharging', 'Inverter')).toBe('incapable');
  expect(memberVerdict('failed', 'StopCharging', 'EV')).toBe('failed');
  // Nothing is known of an unknown type, and a success is a success.
  expect(memberVerdict('failed', 'StopCharging', null)).toBe('failed');
  expect(memberVerdict('failed', 'Sing', 'Inverter')).toBe('failed');
  expect(memberVerdict('verified', 'StopCharging', 'Inverter')).toBe('verified');
});

test('every row is counted once, and what is unknown is not final', () => {
  const part = tallyOf([
    counted('verified'),
    counted('failed'),
    counted('pending', false),
    counted('unknown'),
  ]);
  expect(part.counts).toEqual({ verified: 1, failed: 1, pending: 1, unknown: 1 });
  expect([part.total, part.open, finalIn(part)]).toEqual([4, 1, 2]);
  expect(presentVerdicts(part)).toEqual(['pending', 'verified', 'failed', 'unknown']);
});

test('causes are ordered by urgency, then by number; what went well has none', () => {
  const { causes } = tallyOf([
    counted('incapable', true, 'Cannot take it'),
    counted('verified'),
    counted('failed', true, 'Cooldown'),
    counted('failed', true, 'Offline'),
    counted('failed', true, 'Offline'),
    counted('disproven'),
  ]);
  expect(causes.map(({ title, count }) => [title, count])).toEqual([
    ['Offline', 2],
    ['Cooldown', 1],
    ['Not verified', 1],
    ['Cannot take it', 1],
  ]);
});

test('a cause is what the device says; of what was not requested, what came', () => {
  const row = { type: 'StartCharging', value: null, verification: null };
  const error = { title: 'Offline', description: 'Since noon' };
  expect(causeOf('failed', { ...row, error })).toEqual({ ...error });
  const why = causeOf('failed', { ...row, error: { title: null, description: 'Why' } });
  expect(why).toEqual({ title: 'Why', description: null });
  expect(causeOf('failed', { ...row, error: null })).toBeNull();
  expect(causeOf('pending', { ...row, error })).toBeNull();
  expect(causeOf('unrequested', { ...row, error: null })?.title).toBe(
    'Not requested: Start charging',
  );
});
