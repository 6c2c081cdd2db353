import { describe, expect, test, vi } from 'vitest';
import { batch, row, uuid } from '../testing/samples.ts';
import { noteAct } from './attention.ts';
import { batchQuery, isMoving, mergeRows } from './batches.ts';
import { createQueryClient } from './query-client.ts';

test('an unknown outcome can change while it is being checked, or while adopted Commands are open', () => {
  const unknown = { outcome: 'unknown', settled: false, resolution: null } as const;
  expect(isMoving({ ...unknown, open: 0 })).toBe(false);
  expect(isMoving({ ...unknown, open: 3 })).toBe(true);
});

test('only the first read of a batch counts as an act of the operator', async () => {
  const headers: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(new Headers(init.headers).get('X-Gridhelm-Background'));
    return new Response(JSON.stringify(batch([])), { status: 200 });
  });
  const client = createQueryClient(() => {});
  noteAct();
  await client.fetchQuery({ ...batchQuery(uuid(800)), staleTime: 0 });
  await client.fetchQuery({ ...batchQuery(uuid(800)), staleTime: 0 });
  vi.unstubAllGlobals();
  expect(headers).toEqual([null, '1']);
});

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

test('once a batch was read, only the rows that changed since are, and the rest stay the same objects', async () => {
  const answers = [
    { ...batch([row(1), row(2)]), version: 4 },
    { ...batch([row(2, { status: 'Sent', version: 6 })]), complete: false, version: 6 },
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^[^?]*/, ''));
    return Response.json(answers[asked.length - 1]);
  });
  const client = createQueryClient(() => {});
  const first = await client.fetchQuery({ ...batchQuery(uuid(800)), staleTime: 0 });
  const second = await client.fetchQuery({ ...batchQuery(uuid(800)), staleTime: 0 });
  vi.unstubAllGlobals();
  expect(asked).toEqual(['', '?since=4']);
  expect(second.rows.map(({ status }) => status)).toEqual(['Pending', 'Sent']);
  expect(second.rows[0]).toBe(first.rows[0]);
  expect(second).toMatchObject({ complete: true, version: 6 });
});
