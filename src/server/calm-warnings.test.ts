import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createCalmWarnings } from './calm-warnings.ts';

const full = () => Object.assign(new Error('full'), { code: 'SQLITE_FULL' });

test('failures of the store are logged once a minute, and the others counted', () => {
  const lines: string[] = [];
  const clock = manualClock();
  const warn = createCalmWarnings(clock, (error, line) =>
    lines.push(error instanceof Error ? `${error.message}: ${line}` : line),
  );
  for (let at = 0; at < 500; at += 1) warn(full(), 'not stored');
  expect(lines.splice(0)).toEqual(['full: not stored']);
  clock.advance(60_000);
  warn(full(), 'not stored');
  expect(lines.splice(0)).toEqual(['full: not stored; 499 failures before it are not logged']);
  clock.advance(60_000);
  warn(full(), 'not read');
  warn(new Error('other'), 'failed');
  expect(lines).toEqual(['full: not read', 'other: failed']);
});
