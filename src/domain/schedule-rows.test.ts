import { expect, test } from 'vitest';
import {
  clashIssues,
  readTrigger,
  rowIssues,
  scheduledRow,
  type PlannedRow,
} from './schedule-rows.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');

function row(change: Partial<PlannedRow> = {}): PlannedRow {
  return {
    date: '2027-03-28',
    time: '12:00',
    zone: 'Europe/Brussels',
    type: 'StopCharging',
    value: '',
    unit: 'W',
    meant: '',
    ...change,
  };
}

test('an unambiguous wall clock is its one instant', () => {
  const instant = '2027-03-28T10:00:00.000Z';
  expect(readTrigger(row())).toEqual({ instant, question: null, issue: null });
  expect(scheduledRow(row())).toEqual({
    type: 'StopCharging',
    value: null,
    triggerTime: instant,
    plannedAs: { wallClock: '2027-03-28T12:00', zone: 'Europe/Brussels', offsetMinutes: 120 },
  });
});

test('asks about a skipped time; both readings show their offset and UTC', () => {
  const gap = row({ time: '02:30' });
  const { instant, question, issue } = readTrigger(gap);
  expect(instant).toBeNull();
  expect(issue?.field).toBe('meant');
  expect(question?.message).toBe(
    '02:30 does not exist on 28 Mar 2027 in Europe/Brussels: the clock is put forward. Which instant is meant?',
  );
  expect(question?.choices.map((each) => `${each.instant}: ${each.label}`)).toEqual([
    '2027-03-28T00:30:00.000Z: 28 Mar 2027, 01:30 UTC+01:00, before the change (00:30 UTC)',
    '2027-03-28T01:30:00.000Z: 28 Mar 2027, 03:30 UTC+02:00, after the change (01:30 UTC)',
  ]);
  expect(scheduledRow(gap)).toBeNull();
  const after = scheduledRow({ ...gap, meant: '2027-03-28T01:30:00.000Z' });
  expect(after).toMatchObject({
    triggerTime: '2027-03-28T01:30:00.000Z',
    plannedAs: { offsetMinutes: 120 },
  });
});

test('asks about a repeated time; an answer for another date does not count', () => {
  const twice = row({ date: '2027-10-31', time: '02:30' });
  expect(readTrigger(twice).question?.choices.map(({ label }) => label)).toEqual([
    '31 Oct 2027, 02:30 UTC+02:00, the first time (00:30 UTC)',
    '31 Oct 2027, 02:30 UTC+01:00, the second time (01:30 UTC)',
  ]);
  const answered = { ...twice, meant: '2027-10-31T01:30:00.000Z' };
  expect(rowIssues(answered, NOW)).toEqual([]);
  const moved = { ...answered, time: '02:45' };
  expect(rowIssues(moved, NOW).map(({ field }) => field)).toEqual(['meant']);
});

test.each([
  ['no date', { date: '' }, 'date'],
  ['no time', { time: '' }, 'time'],
  ['no zone', { zone: 'Mars/Base' }, 'zone'],
  ['a date that does not exist', { date: '2027-02-30' }, 'date'],
  ['no Command', { type: '' }, 'type'],
  ['a limit without a value', { type: 'LimitFeedIn' }, 'value'],
  ['an ambiguous limit', { type: 'LimitFeedIn', value: '4.200' }, 'value'],
  ['a limit in another unit', { type: 'LimitFeedIn', value: '4,2 kW' }, 'value'],
  ['a past time', { date: '2026-12-31' }, 'time'],
])('%s is named', (_, change, field) => {
  expect(rowIssues(row(change), NOW).map((issue) => issue.field)).toEqual([field]);
});

test('an ambiguous limit is not sent as one of its readings', () => {
  const limit = (value: string) => scheduledRow(row({ type: 'LimitFeedIn', value }))?.value;
  const sent = ['4.200', '5,000', '4,2', '4,2 W'].map(limit);
  expect(sent).toEqual([undefined, undefined, '4.2', '4.2']);
});

test('the current instant is past', () => {
  const at = Date.parse('2027-03-28T10:00:00Z');
  expect(rowIssues(row(), at)[0]?.message).toMatch(/^This is past/);
  expect(rowIssues(row(), at - 1)).toEqual([]);
});

test('rows are equal if they send the same, however they are typed', () => {
  const same = row({ zone: 'UTC', time: '10:00', value: 'left over' });
  const issues = clashIssues([row(), row({ time: '13:00' }), same]);
  expect([...issues]).toEqual([[2, { field: 'type', message: 'This is the same as row 1.' }]]);
});
