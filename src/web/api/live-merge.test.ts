import { describe, expect, test } from 'vitest';
import type { LiveChanges } from '../../contract/console/live.ts';
import { batch, row, uuid } from '../testing/samples.ts';
import { mergeAnyList, mergeDetail, mergeRows, mergeRunning } from './live-merge.ts';

const ASKED = '2026-03-02T14:02:31Z';

function changes(...batches: LiveChanges['batches']): LiveChanges {
  return { version: 9, batches, sweeps: [], reports: [], more: false, asOf: ASKED };
}

describe('mergeRows', () => {
  test('replaces what changed, keeps the objects and the order of the rest', () => {
    const rows = [row(1), row(2), row(3)];
    const merged = mergeRows(rows, [row(2, { status: 'Sent', version: 5 })]);
    expect(merged.map(({ status }) => status)).toEqual(['Pending', 'Sent', 'Pending']);
    expect(merged[0]).toBe(rows[0]);
    expect(merged[2]).toBe(rows[2]);
  });

  test('an older row never replaces a newer one', () => {
    const merged = mergeRows([row(1, { status: 'Failed', version: 7 })], [row(1, { version: 3 })]);
    expect(merged[0]?.status).toBe('Failed');
  });

  test('the row of an Entity without a Command is replaced by the Commands found for it', () => {
    const none = row(1, { commandId: null, status: null, position: null });
    const merged = mergeRows(
      [none, row(2)],
      [row(1, { commandId: uuid(601), version: 4 }), row(1, { commandId: uuid(602), version: 4 })],
    );
    expect(merged.map(({ commandId }) => commandId)).toEqual([uuid(601), uuid(502), uuid(602)]);
    expect(mergeRows(merged, [row(1, { commandId: uuid(601), version: 6 })])).toHaveLength(3);
  });

  test('rows that did not change stay the same objects, so that they are not rendered again', () => {
    const rows = Array.from({ length: 100 }, (_, at) => row(at));
    const merged = mergeRows(rows, [row(7, { version: 2 })]);
    expect(merged.filter((each, at) => each !== rows[at])).toEqual([row(7, { version: 2 })]);
  });
});

describe('mergeDetail', () => {
  test('applies changed rows from the version that is held', () => {
    const current = { ...batch([row(1), row(2)]), version: 4 };
    const given = { ...batch([row(2, { status: 'Sent', version: 6 })]), complete: false };
    const merged = mergeDetail(current, { ...given, version: 6 }, 4);
    expect(merged?.rows.map(({ status }) => status)).toEqual(['Pending', 'Sent']);
    expect(merged?.version).toBe(6);
    expect(merged?.complete).toBe(true);
  });

  test('refuses changes that start after the held version', () => {
    const current = { ...batch([row(1)]), version: 2 };
    expect(mergeDetail(current, { ...batch([]), complete: false, version: 6 }, 4)).toBeUndefined();
  });
});

test('lists take newer batches by id, alone or page by page, and never an older one', () => {
  const list = {
    batches: [batch([], { version: 5 }).batch],
    next: null,
    operators: [],
    version: 5,
    asOf: ASKED,
  };
  const newer = batch([], { version: 9, settled: true }).batch;
  const older = batch([], { version: 3, settled: true }).batch;
  expect(mergeAnyList(list, changes(newer))).toMatchObject({ batches: [{ settled: true }] });
  expect(mergeAnyList(list, changes(older))).toMatchObject({ batches: [{ settled: false }] });
  expect(mergeAnyList({ pages: [list], pageParams: [null] }, changes(newer))).toMatchObject({
    pages: [{ batches: [{ settled: true }] }],
  });
});

test('a batch that ended leaves the running ones, a new one joins them', () => {
  const list = {
    batches: [batch([], { id: uuid(1) }).batch],
    next: null,
    operators: [],
    version: 1,
    asOf: ASKED,
  };
  const ended = batch([], { id: uuid(1), settled: true, version: 8 }).batch;
  const fresh = batch([], { id: uuid(2), outcome: 'sending', version: 9 }).batch;
  expect(mergeRunning(list, changes(ended, fresh)).batches.map(({ id }) => id)).toEqual([uuid(2)]);
});
