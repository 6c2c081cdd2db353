import { expect, test } from 'vitest';
import { createWorkLoop } from '../lib/work-loop.ts';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createBackgroundClock } from './background-clock.ts';

test('a loop looks only in the process that leads, which is asked for what another finds to do', async () => {
  const own = manualClock();
  let leads = false;
  let asked = 0;
  let looks = 0;
  const background = createBackgroundClock(
    own,
    () => leads,
    () => (asked += 1),
  );
  const loop = createWorkLoop({
    clock: background.clock,
    look: async () => {
      looks += 1;
      return 60_000;
    },
    holdMs: () => 0,
    errorPauseMs: 1000,
    onError: (error) => expect.fail(String(error)),
  });
  loop.wake();
  own.advance(1);
  background.wake(true);
  expect([looks, asked]).toEqual([0, 1]);
  leads = true;
  background.wake(false);
  expect(looks).toBe(1);
  await Promise.resolve();
  own.advance(59_999);
  background.wake(false);
  expect(looks).toBe(1);
  background.wake(true);
  expect([looks, asked]).toEqual([2, 1]);
  await loop.stop();
  background.wake(true);
  expect(looks).toBe(2);
});
