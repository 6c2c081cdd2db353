import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAnswersFirst } from './answers-first.ts';
import { manualClock } from './testing/manual-clock.ts';

/** Tells whether a promise has resolved. */
function watch(promise: Promise<void>): () => Promise<boolean> {
  let isDone = false;
  void promise.finally(() => {
    isDone = true;
  });
  return async () => {
    await turn();
    return isDone;
  };
}

test('work waits until the last answer has ended', async () => {
  const answers = createAnswersFirst(manualClock());
  expect(await watch(answers.whenQuiet())()).toBe(true);
  const first = answers.begin();
  const second = answers.begin();
  const isQuiet = watch(answers.whenQuiet());
  first();
  expect(await isQuiet()).toBe(false);
  second();
  expect(await isQuiet()).toBe(true);
});

test('work waits ten milliseconds at most, and not for a stream', async () => {
  const clock = manualClock();
  const answers = createAnswersFirst(clock);
  answers.begin();
  const isQuiet = watch(answers.whenQuiet());
  clock.advance(9);
  expect(await isQuiet()).toBe(false);
  clock.advance(1);
  expect(await isQuiet()).toBe(true);
  clock.advance(250);
  expect(await watch(answers.whenQuiet())()).toBe(true);
});
