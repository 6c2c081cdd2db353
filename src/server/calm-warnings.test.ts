import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createCalmWarnings } from './calm-warnings.ts';

const full = () => Object.assign(new Error('full'), { code: 'SQLITE_FULL' });

function warnings() {
  const lines: string[] = [];
  const clock = manualClock();
  let isWritable = true;
  const calm = createCalmWarnings({
    clock,
    log: (error, line) => lines.push(error instanceof Error ? `${error.message}: ${line}` : line),
    isWritable: () => isWritable,
  });
  return {
    calm,
    /** The lines since the last call. */
    taken: () => lines.splice(0),
    minute: () => {
      clock.advance(60_000);
    },
    fail: (times: number) => {
      for (let at = 0; at < times; at += 1) calm.warn(full(), 'not stored');
    },
    setWritable: (now: boolean) => {
      isWritable = now;
    },
  };
}

test('the first failure of the store is logged, the others are counted once a minute', () => {
  const { taken, minute, fail, setWritable, calm } = warnings();
  setWritable(false);
  fail(500);
  expect(taken()).toEqual(['full: not stored']);
  minute();
  expect(taken()).toEqual(['the store still fails; 499 more failures are not logged']);
  // A minute without a failure logs nothing, even if the store cannot be written.
  minute();
  expect(taken()).toEqual([]);
  fail(1);
  setWritable(true);
  calm.storeWorks();
  expect(taken()).toEqual(['the store works again; 1 more failure is not logged']);
  calm.storeWorks();
  minute();
  expect(taken()).toEqual([]);
  fail(1);
  expect(taken()).toEqual(['full: not stored']);
});

test('failures of a store that can be written end after a minute without one', () => {
  const { taken, minute, fail } = warnings();
  fail(2);
  minute();
  minute();
  expect(taken()).toEqual([
    'full: not stored',
    'the store still fails; 1 more failure is not logged',
    'the store works again; 0 more failures are not logged',
  ]);
});

test('errors unrelated to the store are always logged', () => {
  const { taken, fail, calm } = warnings();
  fail(1);
  calm.warn(new Error('other'), 'failed');
  calm.stop();
  expect(taken()).toEqual(['full: not stored', 'other: failed']);
});
