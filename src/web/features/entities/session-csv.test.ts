import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { findingsOfEntity } from '../../../domain/session-findings.ts';
import { session, uuid } from '../../testing/samples.ts';
import { sessionsCsv } from './session-csv.ts';

const NEVER = Number.POSITIVE_INFINITY;

function lines(sessions: ChargeSession[]): string[] {
  const against = { type: null, capacityKwh: null, nowMs: NEVER };
  const found = findingsOfEntity(sessions, against);
  const text = sessionsCsv(sessions, {
    exceptions: found,
    provisionalFrom: NEVER,
    zone: 'Europe/Zurich',
  });
  return text.trimEnd().split('\r\n');
}

test('a line per session in the order of the table, times with offset, units in their own columns', () => {
  const [head, first, second, ...rest] = lines([session(2, { unit: 'MWh' }), session(1)]);
  expect(head).toContain('Start,End,Duration in s,Energy,t1,t2,t3,t4,Energy unit');
  expect(first).toContain('2026-02-01T11:00:00+01:00,2026-02-01T12:00:00+01:00,3600,10.5,,,,,MWh');
  expect(second).toContain(',kWh,');
  expect(first?.split(',')).toHaveLength(head?.split(',').length ?? 0);
  expect(rest).toEqual([]);
});

test('the file has the flags shown on screen', () => {
  const [, line] = lines([session(1, { energy: 0 })]);
  expect(line).toContain('No energy was charged');
});

test('a text that a spreadsheet would execute is quoted, a negative number is not', () => {
  const evil = ChargeSession.parse({
    id: uuid(1),
    data: {
      location: { address: '=HYPERLINK("http://x")' },
      range: { start: { unit: 'km', value: 10 }, end: { unit: 'km', value: 4 } },
    },
  });
  const [, line] = lines([evil]);
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(line).toContain(',-6,km,');
});
