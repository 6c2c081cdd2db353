import { describe, expect, test } from 'vitest';
import { RunChange } from '../../contract/console/report-run.ts';
import { reportRun } from '../testing/report-samples.ts';
import { mergeAnyRuns, mergeRun } from './live-runs.ts';

const at = (done: number, asked: number, version = 7) =>
  reportRun({
    state: 'running',
    progress: {
      entities: { total: 10, done, failed: 0, waiting: 10 - done },
      sessions: done * 5,
      asked,
      oldestReadAt: null,
      knownLate: null,
      offboarded: 0,
      remainingMs: null,
    },
    version,
  });

describe('mergeRun', () => {
  test('applies newer changes and keeps what they do not contain', () => {
    const merged = mergeRun({ ...at(2, 2), name: 'Vans' }, RunChange.parse(at(5, 5)));
    expect(merged).toMatchObject({ name: 'Vans', progress: { entities: { done: 5 } } });
  });

  test('older progress does not move the bar back', () => {
    expect(mergeRun(at(5, 5), at(2, 2)).progress.entities.done).toBe(5);
  });

  test('a retry does, since it raises the version', () => {
    const partial = { ...at(10, 12), state: 'partial' as const };
    expect(mergeRun(partial, at(8, 13, 8))).toMatchObject({
      state: 'running',
      progress: { entities: { done: 8 } },
    });
  });

  test('a change of an earlier version never reverts the end', () => {
    const complete = { ...at(10, 12, 9), state: 'complete' as const };
    expect(mergeRun(complete, at(9, 11, 8))).toBe(complete);
  });
});

describe('mergeAnyRuns', () => {
  test('changes the runs of a list that are named; the others stay the same objects', () => {
    const other = reportRun({ id: '00000000-0000-4000-8000-000000000999' });
    const list = { runs: [at(2, 2), other], count: 2 };
    const merged = mergeAnyRuns(list, [at(3, 3)]);
    expect(merged).toMatchObject({ count: 2, runs: [{ progress: { sessions: 15 } }, other] });
    expect(mergeAnyRuns(list, [])).toBe(list);
  });

  test('ignores anything but a list', () => {
    expect(mergeAnyRuns(undefined, [at(3, 3)])).toBeUndefined();
    expect(mergeAnyRuns(null, [at(3, 3)])).toBeNull();
  });
});
