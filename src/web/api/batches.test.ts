import { expect, test, vi } from 'vitest';
import { batch, uuid } from '../testing/samples.ts';
import { noteAct } from './attention.ts';
import { batchQuery, isMoving } from './batches.ts';
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
