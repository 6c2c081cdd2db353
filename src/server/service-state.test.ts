import { expect, test } from 'vitest';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { UpstreamFault, type FaultKind } from '../http/fault.ts';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { watchService } from './service-state.ts';

function setUp() {
  const clock = manualClock();
  const told: string[] = [];
  let fails: FaultKind | null = null;
  let calls = 0;
  const watch = watchService(clock, () => told.push(watch.state()));
  const answer: UpstreamClient['call'] = async () => {
    calls += 1;
    if (fails !== null) throw new UpstreamFault(fails, 'no');
    return { status: 200, contentType: '', retryAfterS: null, dateMs: null, body: Buffer.from('') };
  };
  const upstream = watch.watch({ call: answer, dispatch: answer });
  const call = async (kind: FaultKind | null) => {
    fails = kind;
    await upstream.call(ENDPOINTS.listEntityTypes, { params: {}, query: {} }).catch(() => {});
  };
  return { clock, told, watch, call, calls: () => calls };
}

test('away after three failures in a row, and back with the first answer', async () => {
  const { told, watch, call } = setUp();
  await call('timeout');
  await call('server-error');
  await call(null);
  await call('timeout');
  await call('timeout');
  expect(watch.state()).toBe('ok');
  await call('not-connected');
  expect(watch.state()).toBe('away');
  // A refusal is an answer.
  await call('refused');
  expect(told).toEqual(['away', 'ok']);
});

test('a refused token is said at once; what says nothing of the Service changes nothing', async () => {
  const { told, call } = setUp();
  await call('auth');
  await call('busy');
  await call('aborted');
  expect(told).toEqual(['refused']);
  await call(null);
  expect(told).toEqual(['refused', 'ok']);
});

test('a failure on a quiet console is made sure of', async () => {
  const { clock, watch, call, calls } = setUp();
  await call('token-unavailable');
  for (const made of [2, 3]) {
    expect(clock.next()).toBe(5000);
    clock.advance(5000);
    await expect.poll(calls).toBe(made);
    await new Promise(setImmediate);
  }
  expect(watch.state()).toBe('away');
});

test('while it is away the Service is asked now and then, until it answers', async () => {
  const { clock, watch, call, calls } = setUp();
  await call('token');
  clock.advance(10_000);
  await expect.poll(calls).toBe(2);
  await expect.poll(() => clock.next()).toBe(10_000);
  await call(null);
  expect(watch.state()).toBe('ok');
  clock.advance(60_000);
  await expect.poll(() => clock.next()).toBe(null);
  expect(calls()).toBe(4);
});
