import { describe, expect, test } from 'vitest';
import { groupLabel, groupLabels, sessionsOfGroup } from './group-labels.ts';
import { COUNTED_SESSIONS, RunSearch, sessionFilterOf } from './run-search.ts';

const ZONE = 'Europe/Zurich';
const NAMES = new Map([['c1', 'Vans']]);
const label = (grouping: Parameters<typeof groupLabel>[0], key: string) =>
  groupLabel(grouping, { key, label: null }, ZONE, NAMES);

describe('groupLabel', () => {
  test('times in the zone, with the offset if the clock shows an hour twice', () => {
    expect(label('hour', '2026-10-25T00:00Z')).toBe('25 Oct 2026, 02:00 UTC+02:00');
    expect(label('hour', '2026-10-25T01:00Z')).toBe('25 Oct 2026, 02:00 UTC+01:00');
    expect(label('day', '2026-02-02')).toBe('Mon, 2 Feb 2026');
    expect(label('week', '2026-02-02')).toBe('2 Feb 2026 to 8 Feb 2026');
    expect(label('month', '2026-02-01')).toBe('February 2026');
    expect(label('hour-weekday', '1-07')).toBe('Mon, 07:00–08:00');
  });

  test('a missing value has a label, and several values are all named', () => {
    expect(label('location', '')).toBe('No Location matched');
    const named = { key: 'abcdef0123', label: 'Depot' };
    expect(groupLabel('location', named, ZONE, NAMES)).toBe('Depot (abcdef01)');
    expect(label('address', '')).toBe('No address reported');
    expect(label('collective', '')).toBe('In no selected Collective');
    expect(label('collective', 'c1+abcdef0123')).toBe('Vans + abcdef01');
    expect(label('register', 'none')).toBe('In no register');
  });
});

test('Entities of one name are told apart, but not the units of one', () => {
  const groups = ['1111111111', '2222222222', '3333333333', '3333333333'].map((key, at) => ({
    key,
    label: at < 2 ? 'Bay 4' : 'Bay 5',
  }));
  const shown = ['Bay 4 (11111111)', 'Bay 4 (22222222)', 'Bay 5', 'Bay 5'];
  expect(groupLabels('entity', groups, ZONE, NAMES)).toEqual(shown);
});

describe('sessionsOfGroup', () => {
  test('the date and hour that the clock of the zone shows', () => {
    expect(sessionsOfGroup('hour', '2026-02-01T23:00Z', ZONE)).toMatchObject({
      from: '2026-02-02',
      to: '2026-02-02',
      hour: 0,
    });
  });

  test('a month up to its last day', () => {
    expect(sessionsOfGroup('month', '2026-02-01', ZONE)).toMatchObject({
      from: '2026-02-01',
      to: '2026-02-28',
    });
  });

  test('no session belongs to a single register', () => {
    expect(sessionsOfGroup('register', 't1', ZONE)).toBeNull();
  });
});

describe('sessionFilterOf', () => {
  test('an empty value is sent as an empty text, which an address cannot hold', () => {
    const search = sessionsOfGroup('location', '', ZONE) ?? {};
    expect(search).toEqual({ ...COUNTED_SESSIONS, without: 'location' });
    expect(sessionFilterOf(search)).toEqual({ location: '', excluded: 'none' });
  });

  test('other state in the address is not sent', () => {
    const search = RunSearch.parse({ tab: 'sessions', hour: '7', by: 'day', weekday: '9' });
    expect(sessionFilterOf(search)).toEqual({ hour: 7 });
  });
});
