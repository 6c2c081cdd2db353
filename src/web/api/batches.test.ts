import { describe, expect, test, vi } from 'vitest';
import { batch, uuid } from '../testing/samples.ts';
import {
  BATCH_POLL_AFTER_ERROR_MS,
  BATCH_POLL_MS,
  batchPollMs,
  batchQuery,
  listPollMs,
} from './batches.ts';
import { createQueryClient } from './query-client.ts';

const ASKED = '2026-03-02T14:02:31Z';

describe('batchPollMs', () => {
  test('reads again while the batch is sent or can change', () => {
    expect(batchPollMs(batch([], { outcome: 'sending' }), false)).toBe(BATCH_POLL_MS);
    expect(batchPollMs(batch([], { settled: false }), false)).toBe(BATCH_POLL_MS);
  });

  test('stops when all is settled, refused or unknown', () => {
    expect(batchPollMs(batch([], { settled: true }), false)).toBe(false);
    expect(batchPollMs(batch([], { outcome: 'refused' }), false)).toBe(false);
    expect(batchPollMs(batch([], { outcome: 'unknown' }), false)).toBe(false);
  });

  test('goes on, slower, after a reading that failed', () => {
    expect(batchPollMs(batch([], { settled: false }), true)).toBe(BATCH_POLL_AFTER_ERROR_MS);
  });
});

test('a list is read again while any batch of it can change', () => {
  const still = batch([], { settled: true }).batch;
  const moving = batch([], { settled: false }).batch;
  const list = { next: null, operators: [], version: 1, asOf: ASKED };
  expect(listPollMs({ batches: [still, moving], ...list })).toBeGreaterThan(0);
  expect(listPollMs({ batches: [still], ...list })).toBe(false);
  expect(listPollMs(undefined)).toBe(false);
});

test('only the first reading of a batch counts as an act of the operator', async () => {
  const headers: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(new Headers(init.headers).get('X-Gridhelm-Background'));
    return new Response(JSON.stringify(batch([])), { status: 200 });
  });
  const client = createQueryClient(() => {});
  await client.fetchQuery(batchQuery(uuid(800)));
  await client.fetchQuery(batchQuery(uuid(800)));
  vi.unstubAllGlobals();
  expect(headers).toEqual([null, '1']);
});
