import { describe, expect, test } from 'vitest';
import { isRunning, progressOf } from '../../../domain/batch-running.ts';
import { batch } from '../../testing/samples.ts';
import { endMessage } from './running.ts';

const NOW = Date.parse('2026-03-02T14:00:00Z');

describe('isRunning', () => {
  const schedule = (nextTriggerAt: string | null, pending: number, open: number) =>
    batch([], { kind: 'schedule', nextTriggerAt, open, verdictCounts: { pending } }).batch;

  test('a batch that only waits for its time is not pinned; a due or running one is', () => {
    expect(isRunning(schedule('2026-03-03T14:00:00Z', 60, 60), NOW)).toBe(false);
    expect(isRunning(schedule('2026-03-02T14:00:30Z', 60, 60), NOW)).toBe(true);
    expect(isRunning(schedule('2026-03-03T14:00:00Z', 40, 60), NOW)).toBe(true);
    expect(isRunning(schedule(null, 60, 60), NOW)).toBe(true);
  });
});

test('progress counts Commands in a final state', () => {
  const { batch: summary } = batch([], {
    verdictCounts: { sent: 3, failed: 2, verified: 5 },
    open: 3,
  });
  expect(progressOf(summary)).toEqual({ done: 7, total: 10 });
  // As on the batch page, Entities of unknown outcome count, but not as final.
  expect(progressOf({ ...summary, memberCount: 12, unaccounted: 2 })).toEqual({
    done: 7,
    total: 12,
  });
});

test('the end of a batch is never overstated', () => {
  const verdictCounts = { acknowledged: 57, failed: 3 };
  expect(endMessage(batch([], { verdictCounts, memberCount: 60 }).batch, 'UTC')).toEqual({
    title: 'Done: Stop charging on Depot',
    detail: '57 of 60 acknowledged, 3 failed',
  });
  expect(endMessage(batch([], { outcome: 'unknown' }).batch, 'UTC').title).toMatch(
    /^Outcome unknown/,
  );
  expect(endMessage(batch([], { outcome: 'refused' }).batch, 'UTC').detail).toBe(
    'Not sent: no device was commanded.',
  );
});
