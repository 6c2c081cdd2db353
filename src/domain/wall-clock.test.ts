import { expect, test } from 'vitest';
import { resolveWallClock, wallClockAt } from './wall-clock.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);

test.each([
  ['2027-03-28T01:59', '2027-03-28T00:59'],
  ['2027-03-28T03:00', '2027-03-28T01:00'],
  ['2027-10-31T01:59', '2027-10-30T23:59'],
  ['2027-10-31T03:00', '2027-10-31T02:00'],
  ['2027-07-01T12:00', '2027-07-01T10:00'],
])('Brussels, %s is one instant', (wallClock, instant) => {
  expect(resolveWallClock('Europe/Brussels', wallClock)).toEqual({
    kind: 'exact',
    ms: utc(instant),
  });
});

test.each(['00', '30', '59'])(
  'Brussels: in March the clock jumps over 02:%s, in October it shows that twice',
  (minute) => {
    expect(resolveWallClock('Europe/Brussels', `2027-03-28T02:${minute}`)).toEqual({
      kind: 'gap',
      // With the winter offset of one hour, and with the summer offset of two.
      beforeMs: utc(`2027-03-28T01:${minute}`),
      afterMs: utc(`2027-03-28T00:${minute}`),
    });
    expect(resolveWallClock('Europe/Brussels', `2027-10-31T02:${minute}`)).toEqual({
      kind: 'overlap',
      firstMs: utc(`2027-10-31T00:${minute}`),
      secondMs: utc(`2027-10-31T01:${minute}`),
    });
  },
);

test('Lord Howe: half an hour is left out, and half an hour comes twice', () => {
  const zone = 'Australia/Lord_Howe';
  expect(resolveWallClock(zone, '2026-10-04T02:15')).toEqual({
    kind: 'gap',
    beforeMs: utc('2026-10-03T15:45'),
    afterMs: utc('2026-10-03T15:15'),
  });
  expect(resolveWallClock(zone, '2026-10-04T02:30')).toMatchObject({ kind: 'exact' });
  expect(resolveWallClock(zone, '2027-04-04T01:45')).toEqual({
    kind: 'overlap',
    firstMs: utc('2027-04-03T14:45'),
    secondMs: utc('2027-04-03T15:15'),
  });
  expect(resolveWallClock(zone, '2027-04-04T01:29')).toMatchObject({ kind: 'exact' });
});

test.each(['03-28T01', '03-28T02', '03-28T03', '10-31T01', '10-31T02', '10-31T03'])(
  'UTC is never ambiguous: %s:30',
  (hour) => {
    const at = `2027-${hour}:30`;
    expect(resolveWallClock('UTC', at)).toEqual({ kind: 'exact', ms: utc(at) });
  },
);

test.each([
  ['Europe/Brussels', '2027-02-29T10:00'],
  ['Europe/Brussels', '2027-04-31T10:00'],
  ['Europe/Brussels', '2027-04-30T24:00'],
  ['Europe/Brussels', '2027-04-30T10:60'],
  ['Europe/Brussels', '2027-04-30'],
  ['Europe/Brussels', '2027-04-30T10:00Z'],
  ['Europe/Nowhere', '2027-04-30T10:00'],
  ['', '2027-04-30T10:00'],
])('%s %s is not a wall clock', (zone, wallClock) => {
  expect(resolveWallClock(zone, wallClock)).toEqual({ kind: 'invalid' });
});

test('an instant to its wall clock, and back', () => {
  expect(wallClockAt('Europe/Brussels', utc('2027-10-31T01:30'))).toBe('2027-10-31T02:30');
  expect(wallClockAt('UTC', utc('2027-10-31T01:30'))).toBe('2027-10-31T01:30');
});
