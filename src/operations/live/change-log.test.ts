import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createChangeLog } from './change-log.ts';
import { createNotifier } from './notifier.ts';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

test('tells what changed after a cursor, the latest last, and nothing twice', () => {
  const log = createChangeLog();
  const [one = '', other = ''] = ids(2);
  log.note({ batch: [one], batches: null });
  const { cursor } = log.since(null);
  expect(log.since(cursor)).toEqual({ cursor, changed: {}, all: false });
  log.note({ batch: [one, other] });
  log.note({ batch: [one], jobs: null });
  const next = log.since(cursor);
  expect(next).toMatchObject({ changed: { batch: [other, one], jobs: null }, all: false });
  expect(log.since(next.cursor).changed).toEqual({});
});

test('of very many single things it tells that any may have changed, to who has not heard of the first', () => {
  const log = createChangeLog();
  const { cursor: before } = log.since(null);
  log.note({ batch: ids(150) });
  const { cursor } = log.since(null);
  log.note({ batch: ids(150) });
  expect(log.since(before).changed.batch).toBeNull();
  expect(log.since(cursor).changed.batch).toHaveLength(150);
});

test('to a cursor of another process, or of none, everything has changed', () => {
  const log = createChangeLog();
  for (const cursor of [createChangeLog().since(null).cursor, '', 'x', '5']) {
    expect(log.since(cursor)).toMatchObject({ all: true });
  }
});

test('what another process said without saying what changes everything, and is not passed on', () => {
  const passedOn: (object | null)[] = [];
  const notifier = createNotifier((changed) => passedOn.push(changed));
  let heard = 0;
  const end = notifier.listen(() => (heard += 1));
  const { cursor } = notifier.since(null);
  notifier.hear(null);
  expect(notifier.since(cursor)).toMatchObject({ all: true, changed: {} });
  const { cursor: later } = notifier.since(null);
  notifier.hear({ jobs: null });
  expect(notifier.since(later)).toMatchObject({ all: false, changed: { jobs: null } });
  notifier.tell({ reports: null });
  expect([passedOn, heard]).toEqual([[{ reports: null }], 3]);
  end();
  notifier.tell({});
  expect(heard).toBe(3);
});
