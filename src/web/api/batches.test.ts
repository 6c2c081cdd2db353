import { describe, expect, test, vi } from 'vitest';
import { batch, uuid } from '../testing/samples.ts';
import { noteAct } from './attention.ts';
import { BATCH_POLL_MS, batchPollMs, batchQuery, isMoving, listPollMs } from './batches.ts';
import { createQueryClient } from './query-client.ts';

const ASKED = '2026-03-02T14:02:31Z';

describe('batchPollMs', () => {
  test('polls while the batch is being sent or can change and its changes are not pushed', () => {
    expect(batchPollMs(batch([], { outcome: 'sending' }), false, false)).toBe(BATCH_POLL_MS);
    expect(batchPollMs(batch([], { settled: false }), false, false)).toBe(BATCH_POLL_MS);
  });

  test('does not poll a batch whose changes are pushed', () => {
    expect(batchPollMs(batch([], { settled: false }), false, true)).toBe(false);
  });

  test('stops when everything is settled, refused or unknown', () => {
    expect(batchPollMs(batch([], { settled: true }), false, false)).toBe(false);
    expect(batchPollMs(batch([], { outcome: 'refused' }), false, false)).toBe(false);
    expect(batchPollMs(batch([], { outcome: 'unknown', open: 0 }), false, false)).toBe(false);
  });

  test('continues after a failed read', () => {
    expect(batchPollMs(batch([], { settled: false }), true, true)).toBe(BATCH_POLL_MS);
  });
});

test('an unknown outcome is polled while it is being checked, or while adopted Commands are open', () => {
  const unknown = { outcome: 'unknown', settled: false, resolution: null } as const;
  expect(isMoving({ ...unknown, open: 0 })).toBe(false);
  expect(isMoving({ ...unknown, open: 3 })).toBe(true);
});

test('a list is polled while any of its batches can change and nothing is pushed', () => {
  const still = batch([], { settled: true }).batch;
  const moving = batch([], { settled: false }).batch;
  const list = { next: null, operators: [], version: 1, asOf: ASKED };
  expect(listPollMs({ batches: [still, moving], ...list }, false)).toBeGreaterThan(0);
  expect(listPollMs({ batches: [still, moving], ...list }, true)).toBe(false);
  expect(listPollMs({ batches: [still], ...list }, false)).toBe(false);
  expect(listPollMs(undefined, false)).toBe(false);
});

test('only the first read of a batch counts as an act of the operator', async () => {
  const headers: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(new Headers(init.headers).get('X-Gridhelm-Background'));
    return new Response(JSON.stringify(batch([])), { status: 200 });
  });
  const client = createQueryClient(() => {});
  noteAct();
  await client.fetchQuery(batchQuery(uuid(800)));
  await client.fetchQuery(batchQuery(uuid(800)));
  vi.unstubAllGlobals();
  expect(headers).toEqual([null, '1']);
});
