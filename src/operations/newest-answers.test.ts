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
  const answers = createNewestAnswers(clock);
  const stored: string[] = [];
  const ends: (() => void)[] = [];
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
    add: (question: string, name: string, askedAt = 0, bytes = 1, value: unknown = {}) =>
      answers.add(question, {
        bytes,
        value,
        askedAt,
        store: () => {
          stored.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
      }),
  };
}

test('the first answer to a question is stored after it was passed on, further ones once a second', async () => {
  const { add, stored, release, pass } = world();
  add('a', 'a1', 1);
  add('b', 'b1', 1);
  expect(stored).toEqual([]);
  await settled();
  expect(stored).toEqual(['a1', 'b1']);
  await release();
  add('a', 'a2', 2);
  add('a', 'a4', 4);
  // It was asked for before the one that waits, and came later.
  add('a', 'a3', 3);
  await pass(999);
  expect(stored).toEqual(['a1', 'b1']);
  await pass(1);
  expect(stored).toEqual(['a1', 'b1', 'a4']);
});

test('a store that falls behind gets further answers later, and fewer', async () => {
  const { add, stored, release, pass } = world();
  add('a', 'a1', 1);
  await settled();
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
  const { add, stored } = world();
  add('a', 'a1', 1, 5 * MB);
  add('b', 'b1', 1, 5 * MB);
  // It takes the place of another one.
  add('a', 'a2', 2, 7 * MB);
  await settled();
  expect(stored).toEqual(['a2']);
});

test('a stop stores what waits', async () => {
  const { add, stored, release, answers } = world();
  add('a', 'a1', 1);
  await settled();
  add('a', 'a2', 2);
  const stopped = answers.settle();
  await release();
  expect(stored).toEqual(['a1', 'a2']);
  await release();
  await stopped;
});

test('the same answer is stored again after five seconds, or after a change', async () => {
  const { add, stored, release, pass, answers } = world();
  const value = {};
  for (const [name, at] of [
    ['first', 0],
    ['same', 4999],
    ['later', 5000],
  ] as const) {
    add('a', name, at, 1, value);
    await settled();
    await release();
    await pass(1000);
  }
  expect(stored).toEqual(['first', 'later']);
  answers.forget();
  add('a', 'after a change', 5001, 1, value);
  await settled();
  expect(stored).toEqual(['first', 'later', 'after a change']);
});
