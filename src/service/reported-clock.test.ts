import { expect, test } from 'vitest';
import { startClock } from './clock.ts';
import { makeReportedClock } from './reported-clock.ts';

test('is right unless it is set, and shows an offset in both directions', () => {
  const clock = startClock(() => 1_000_000, 1, 0);
  const reported = makeReportedClock(clock, 0);
  expect(reported.now()).toBe(1_000_000);
  reported.set({ offsetMs: -600_000 });
  expect([reported.now(), reported.at(1_000_500)]).toEqual([400_000, 400_500]);
  reported.set({ offsetMs: 8_000 });
  expect([reported.now(), reported.instantOf(1_008_000)]).toEqual([1_008_000, 1_000_000]);
  expect(clock.now()).toBe(1_000_000);
});

test('drifts from the instant at which it is set, without a jump when the rate changes', () => {
  let real = 1_000_000;
  const reported = makeReportedClock(
    startClock(() => real, 1, 0),
    50,
  );
  reported.set({ driftPpm: 1_000 });
  expect(reported.now()).toBe(1_000_050);
  real += 100_000;
  expect(reported.now()).toBe(1_100_150);
  expect(reported.instantOf(reported.now())).toBe(real);
  reported.set({ driftPpm: 0 });
  real += 100_000;
  expect(reported.now()).toBe(1_200_150);
});
