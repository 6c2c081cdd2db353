import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { createAskSoon, type AskSoon } from './ask-soon.ts';
import type { ReportAnswers, ReportTasks } from './report-tasks.ts';

const TASK = {
  kind: 'statements',
  search: {},
  now: 1,
  of: 'entity',
  key: undefined,
  limit: 1,
  offset: 0,
} as const;
const ANSWER: ReportAnswers['statements'] = { statements: [], count: 7 };

let clock: ReturnType<typeof manualClock>;
let soon: AskSoon;
let started: {
  finish(): void;
  fail(error: Error): void;
  signal: AbortSignal;
  progress(done: number, of: number): void;
}[];
beforeEach(() => {
  clock = manualClock(0);
  started = [];
  const tasks: ReportTasks = {
    answer: (_, { signal, progress }) =>
      new Promise((resolve, reject) => {
        started.push({ finish: () => resolve(ANSWER), fail: reject, signal, progress });
      }),
    stream: () => expect.fail('no file was asked for'),
  };
  soon = createAskSoon(tasks, clock);
});

test('what is computed within half a second is answered at once', async () => {
  const asked = soon.ask<'statements'>(TASK);
  started[0]?.finish();
  expect(await asked).toEqual({ state: 'ready', ...ANSWER });
});

test('later it tells how far it is; who asks again joins it', async () => {
  const first = soon.ask<'statements'>(TASK);
  started[0]?.progress(3, 10);
  clock.advance(500);
  expect(await first).toEqual({ state: 'computing', done: 3, of: 10 });
  clock.advance(2000);
  const again = soon.ask<'statements'>({ ...TASK, now: 2 });
  clock.advance(400);
  started[0]?.finish();
  expect(await again).toEqual({ state: 'ready', ...ANSWER });
  expect(started).toHaveLength(1);
});

test('a result waits for who asks again; one that nobody asks for is stopped', async () => {
  const first = soon.ask<'statements'>(TASK);
  clock.advance(500);
  await first;
  started[0]?.finish();
  await turn();
  expect(await soon.ask<'statements'>(TASK)).toEqual({ state: 'ready', ...ANSWER });
  const other = soon.ask<'statements'>({ ...TASK, limit: 2 });
  clock.advance(500);
  await other;
  expect(started[1]?.signal.aborted).toBe(false);
  clock.advance(3000);
  expect(started[1]?.signal.aborted).toBe(true);
});

test('a failure is told once, and then it is tried again', async () => {
  const asked = soon.ask<'statements'>(TASK);
  started[0]?.fail(new Error('no disk'));
  await expect(asked).rejects.toThrow('no disk');
  const again = soon.ask<'statements'>(TASK);
  started[1]?.finish();
  expect(await again).toMatchObject({ count: 7 });
  soon.stop();
});
