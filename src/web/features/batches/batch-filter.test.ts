import { describe, expect, test } from 'vitest';
import type { BatchRow } from '../../../contract/console/batch.ts';
import { tallyBatch } from '../../../domain/batch-tally.ts';
import { batch, row } from '../../testing/samples.ts';
import { batchCsv } from './batch-csv.ts';
import { filterRows, sortRows } from './batch-filter.ts';
import { overviewOf } from './batch-overview.ts';

const LATE = '2026-03-02T15:00:00Z';

function names(rows: readonly BatchRow[]): (string | null)[] {
  return rows.map(({ entityName }) => entityName);
}

describe('filterRows', () => {
  const rows = [
    row(1, { status: 'Failed', error: { title: 'Offline', description: null } }),
    row(2, { status: 'Succeeded', lateChangeAt: LATE }),
    row(3, { status: 'Succeeded' }),
    row(4, { commandId: null, status: null }),
  ];

  test('filters are combined; without filters all rows are shown in their order', () => {
    expect(filterRows(rows, {})).toBe(rows);
    expect(filterRows(rows, { sort: 'entity', dir: 'desc' })).toBe(rows);
    expect(names(filterRows(rows, { verdict: 'acknowledged' }))).toEqual(['Device 2', 'Device 3']);
    expect(names(filterRows(rows, { verdict: 'acknowledged', late: '1' }))).toEqual(['Device 2']);
    expect(names(filterRows(rows, { q: 'OFF line' }))).toEqual(['Device 1']);
    expect(names(filterRows(rows, { verdict: 'unknown' }))).toEqual(['Device 4']);
  });

  test('an unknown planned item shows nothing rather than all', () => {
    expect(filterRows(rows, { item: 7 }, batch([]).batch.items)).toEqual([]);
  });
});

describe('sortRows', () => {
  const named = (name: string | null, last: number) => row(last, { entityName: name });

  test('names in natural order', () => {
    const rows = [named('Van 10', 1), named('van 2', 2), named('Van 1', 3)];
    expect(names(sortRows(rows, 'entity', false))).toEqual(['Van 1', 'van 2', 'Van 10']);
    expect(names(sortRows(rows, 'entity', true))).toEqual(['Van 10', 'van 2', 'Van 1']);
  });

  test('missing values come last in either direction, equal ones keep their order', () => {
    const rows = [
      row(1, { triggerTime: null }),
      row(2, { triggerTime: LATE }),
      row(3, { triggerTime: LATE }),
    ];
    expect(names(sortRows(rows, 'trigger', false))).toEqual(['Device 2', 'Device 3', 'Device 1']);
    expect(names(sortRows(rows, 'trigger', true))).toEqual(['Device 2', 'Device 3', 'Device 1']);
  });
});

test('a row that did not change is not evaluated again when others do', () => {
  let evaluated = 0;
  const watched = (at: number) =>
    Object.defineProperty(row(at), 'changedAt', {
      enumerable: true,
      get: () => {
        evaluated += 1;
        return LATE;
      },
    });
  const rows = Array.from({ length: 100 }, (_, at) => watched(at));
  const draw = (given: readonly BatchRow[]) => {
    tallyBatch(given);
    overviewOf(given);
    return sortRows(filterRows(given, { verdict: 'failed', q: 'device' }), 'entity', true);
  };
  draw(rows);
  expect(evaluated).toBe(100);
  const changed = rows.map((each, at) => (at === 7 ? row(at, { status: 'Failed' }) : each));
  expect(draw(changed)).toHaveLength(1);
  expect(evaluated).toBe(100);
});

test('the file has the rows as shown, times with their offset, and no formulas', () => {
  const given = [
    row(1, {
      entityName: '=HYPERLINK("http://x")',
      status: 'Failed',
      error: { title: '+1', description: 'said "no", twice' },
    }),
    row(2, { commandId: null, status: null, triggerTime: null }),
  ];
  const [head, first, second] = batchCsv(given, 'Europe/Brussels').split('\r\n');
  expect(head?.startsWith('\uFEFFEntity,Entity id,Entity type,Command id')).toBe(true);
  expect(first?.startsWith(`"'=HYPERLINK(""http://x"")",`)).toBe(true);
  expect(first).toContain(',2026-03-02T15:02:31+01:00,Failed,Failed,');
  expect(first).toContain(`"'+1: said ""no"", twice"`);
  expect(second).toContain(',Outcome unknown,');
});
