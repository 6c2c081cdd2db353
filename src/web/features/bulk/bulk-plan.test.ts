import { expect, test } from 'vitest';
import type { JobItem, Job } from '../../../contract/console/job.ts';
import { uuid } from '../../testing/samples.ts';
import {
  countProblem,
  readFileRows,
  rowsFromRun,
  rowsFromTargets,
  typeCounts,
} from './bulk-plan.ts';
import { changed, emptyDraft } from './use-plan.ts';

const AT = '2026-01-01T00:00:00Z';

function item(at: number, more: Partial<JobItem>): JobItem {
  return {
    position: at,
    entityId: uuid(at),
    entityName: `Van ${at}`,
    entityType: 'EV',
    commandId: null,
    triggerTime: null,
    state: 'done',
    wanted: 60,
    before: { value: 50, at: AT },
    after: null,
    requestId: null,
    note: null,
    at: AT,
    ...more,
  };
}

const RUN: Job = {
  id: uuid(99),
  change: { kind: 'capacity' },
  operatorName: 'Olga',
  reason: null,
  chosenBy: 'pasted ids',
  from: null,
  createdAt: AT,
  state: 'done',
  finishedAt: AT,
  total: 3,
  counts: {
    waiting: 0,
    sending: 0,
    done: 3,
    unchanged: 0,
    refused: 0,
    'too-late': 0,
    unknown: 0,
    skipped: 0,
  },
  pause: null,
};

test('each unusable row of a file is named with its line', () => {
  const table = {
    columns: ['id', 'kwh'],
    rows: [
      { id: uuid(1).toUpperCase(), kwh: '60' },
      { id: 'van-7', kwh: '60' },
      { id: uuid(1), kwh: '61' },
      { id: uuid(2), kwh: 'lots' },
      { id: '', kwh: '1' },
      { id: `{${uuid(3)}}`, kwh: '77.5' },
    ],
    // Rows 1, 3 and 6 of the file are blank.
    lines: [2, 4, 5, 7, 8, 9],
  };
  const { rows, faults } = readFileRows(table, { id: 'id', capacity: 'kwh' }, 'kWh');
  expect(rows).toEqual([
    { entityId: uuid(1), capacity: 60 },
    { entityId: uuid(3), capacity: 77.5 },
  ]);
  expect(faults.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'Row 4: “van-7”: Not an id: expected a UUID.',
    `Row 5: ${uuid(1)} is in row 2 already.`,
    'Row 7: “lots”: Enter a number above 0, such as 68 or 13.5, in kWh.',
    'Row 8: The id is empty.',
  ]);
  expect(readFileRows(table, { id: null, capacity: null }, 'kWh').rows).toEqual([]);
  const ids = readFileRows(table, { id: 'id', capacity: null }, 'kWh').rows;
  expect(ids.map(({ capacity }) => capacity)).toEqual([null, null, null]);
});

test('the capacities of a file are read in the notation that one of them proves', () => {
  const read = (...cells: readonly string[]) => {
    const rows = cells.map((kwh, at) => ({ id: uuid(at), kwh }));
    const table = { columns: [], rows, lines: cells.map((_, at) => at + 2) };
    const plan = readFileRows(table, { id: 'id', capacity: 'kwh' }, 'kWh');
    return [plan.rows.map(({ capacity }) => capacity), plan.faults.map(({ what }) => what)];
  };
  expect(read('57,5', '4.200', '1.250,75 kWh')).toEqual([[57.5, 4200, 1250.75], []]);
  expect(read('57,5', '60.5')).toEqual([
    [57.5],
    ['“60.5”: This is not written like “57,5” in the same column. Use a comma for decimals.'],
  ]);
  expect(read('57.500', '60')).toEqual([
    [60],
    ['“57.500”: This can mean 57.5 or 57,500, and no other row shows which. Write 57.5 or 57500.'],
  ]);
});

test('setting back takes the values before, and names Entities without one', () => {
  const items = [
    item(1, {}),
    item(2, { before: { value: null, at: AT } }),
    item(3, { before: { value: 200_000, at: AT } }),
  ];
  const { rows, faults } = rowsFromRun(RUN, items, 'back', 'kWh');
  expect(rows.map(({ id, capacity }) => [id, capacity])).toEqual([[uuid(1), 50]]);
  expect(faults).toEqual([
    { where: 'Van 2', what: 'It had no value before, and a value cannot be removed.' },
    {
      where: 'Van 3',
      what: 'It had 200000 before: 200000 kWh is more than any battery has. Check the unit.',
    },
  ]);
});

test('trying again takes refused items, and unknown ones only if they were read unchanged', () => {
  const run: Job = { ...RUN, change: { kind: 'feature', feature: 'F', enabled: true } };
  const off = { value: false, at: AT };
  const items = [
    item(1, { state: 'refused', wanted: true, before: off }),
    item(2, { state: 'unknown', wanted: true, before: off, after: off }),
    item(3, { state: 'unknown', wanted: true, before: off, after: null }),
  ];
  const { rows, faults } = rowsFromRun(run, items, 'again', 'kWh');
  expect(rows.map(({ id, capacity }) => [id, capacity])).toEqual([
    [uuid(1), null],
    [uuid(2), null],
  ]);
  expect(faults.map(({ where }) => where)).toEqual(['Van 3']);
});

test('counts per type, unknown ids, and the limit of one run', () => {
  const target = (at: number, type: string | null) => ({
    id: uuid(at),
    name: null,
    type,
    brand: null,
  });
  const targets = [target(1, 'EV'), target(2, null), target(3, 'EV')];
  const rows = rowsFromTargets(targets, [uuid(2)], () => null);
  expect(rows.map(({ known }) => known)).toEqual([true, false, true]);
  expect(typeCounts(rows)).toBe('2 EV, 1 of unknown type');
  expect(countProblem(3, 0)).toBe('Choose at least one Entity.');
  expect(countProblem(10_001, 10_000)).toContain('at most 10,000');
  expect(countProblem(10_000, 10_000)).toBeNull();
});

test('a changed draft is another run, unless only the reason changed', () => {
  const draft = emptyDraft();
  expect(changed(draft, { reason: 'Billing' }).id).toBe(draft.id);
  expect(changed(draft, { enabled: false }).id).not.toBe(draft.id);
});
