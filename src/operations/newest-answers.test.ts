import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createNewestAnswers } from './newest-answers.ts';

const MB = 1024 * 1024;

/** Lets everything begin that may. */
async function settled(): Promise<void> {
  for (let times = 0; times < 10; times += 1) await turn();
}

/** Answers whose storing is noted, and ends when released. */
function world() {
  const clock = manualClock(0);
  const stored: string[] = [];
  const ends: (() => void)[] = [];
  const answers = createNewestAnswers(clock, ({ input }) => {
    stored.push(input.params['told'] ?? '');
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  return {
    answers,
    stored,
    pass: async (ms: number) => {
      clock.advance(ms);
      await settled();
    },
    release: async () => {
      for (const end of ends.splice(0)) end();
      await settled();
    },
    add: (question: string, told: string, askedAt = 0, bytes = 1, value: unknown = {}) => {
      const input = { params: { told }, query: {} };
      answers.add({ name: 'listFeatures', input, question, bytes, value, askedAt });
    },
  };
}

test('of each question the newest answer is stored, once a second', async () => {
  const { add, stored, release, pass } = world();
  add('a', 'a1', 1);
  add('b', 'b1', 1);
  add('a', 'a3', 3);
  // It was asked for before the one that waits, and came later.
  add('a', 'a2', 2);
  await pass(999);
  expect(stored).toEqual([]);
  await pass(1);
  expect(stored).toEqual(['a3', 'b1']);
  await release();
  add('a', 'a4', 4);
  await pass(1000);
  expect(stored).toEqual(['a3', 'b1', 'a4']);
});

test('a store that falls behind gets further answers later, and fewer', async () => {
  const { add, stored, release, pass } = world();
  add('a', 'a1', 1);
  await pass(1000);
  for (const at of [2, 3, 4]) {
    add('a', `a${at}`, at);
    add('b', `b${at}`, at);
    await pass(1000);
  }
  expect(stored).toEqual(['a1']);
  await release();
  await pass(1000);
  expect(stored).toEqual(['a1', 'a4', 'b4']);
});

test('what would take too much memory is dropped', async () => {
  const { add, stored, pass } = world();
  add('a', 'a1', 1, 5 * MB);
  add('b', 'b1', 1, 5 * MB);
  // It takes the place of another one.
  add('a', 'a2', 2, 7 * MB);
  await pass(1000);
  expect(stored).toEqual(['a2']);
});

test('a stop stores what waits', async () => {
  const { add, stored, release, pass, answers } = world();
  add('a', 'a1', 1);
  await pass(1000);
  add('a', 'a2', 2);
  const stopped = answers.settle();
  await release();
  expect(stored).toEqual(['a1', 'a2']);
  await release();
  await stopped;
});

test('the same answer is stored again after fifteen seconds, or after a change', async () => {
  const { add, stored, release, pass, answers } = world();
  const value = {};
  for (const [name, at] of [
    ['first', 0],
    ['same', 14_999],
    ['later', 15_000],
  ] as const) {
    add('a', name, at, 1, value);
    await pass(1000);
    await release();
  }
  expect(stored).toEqual(['first', 'later']);
  answers.forget();
  add('a', 'after a change', 15_001, 1, value);
  await pass(1000);
  expect(stored).toEqual(['first', 'later', 'after a change']);
});
