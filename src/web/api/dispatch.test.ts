import { afterEach, describe, expect, test, vi } from 'vitest';
import { Uuid } from '../../contract/primitives.ts';
import { problem, uuid } from '../testing/samples.ts';
import { ApiError } from './client.ts';
import { newIntentId, sendDispatch, sendFailure } from './dispatch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sendDispatch', () => {
  test('carries the intent and the reason, also one with letters that no header may hold', async () => {
    const headers: Headers[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      headers.push(new Headers(init.headers));
      return new Response(JSON.stringify({ batchId: uuid(5), commands: [] }), { status: 201 });
    });
    await sendDispatch({
      intentId: uuid(1),
      collectiveId: uuid(2),
      type: 'StopCharging',
      value: null,
      ignoreCooldown: false,
      reason: ' Netz überlastet\n☀ ',
    });
    expect(headers[0]?.get('Idempotency-Key')).toBe(uuid(1));
    const sent = headers[0]?.get('X-Gridhelm-Reason') ?? '';
    expect(sent).toMatch(/^[\x21-\x7e]+$/);
    expect(decodeURIComponent(sent)).toBe('Netz überlastet\n☀');
  });
});

describe('sendFailure', () => {
  test.each([
    ['no answer', new ApiError('network', 'reset'), 'unanswered'],
    ['a gateway’s own page', new ApiError('unreadable', 'html', 502), 'unanswered'],
    ['an accepted answer that cannot be read', new ApiError('unreadable', 'x', 201), 'see-batch'],
    ['outcome unknown', problem('outcome_unknown', 504), 'see-batch'],
    ['in flight', problem('dispatch_in_flight', 409), 'see-batch'],
    ['the server stops', problem('stopping', 503), 'not-tried'],
    ['signed out', problem('not_signed_in', 401), 'not-tried'],
    ['a failure inside the server', problem('internal', 500), 'unanswered'],
    ['a failure of a later server', problem('a_later_code', 503), 'unanswered'],
    ['refused by the Service', problem('upstream_refused', 422, 'No', 'service'), 'new-intent'],
    ['Service not reached, recorded as such', problem('upstream_unavailable', 502), 'new-intent'],
    ['not valid', problem('invalid_request', 400), 'not-tried'],
    ['an error of the page', new Error('x'), 'unanswered'],
  ])('%s', (_, thrown, expected) => {
    expect(sendFailure(thrown)).toBe(expected);
  });
});

describe('newIntentId', () => {
  test('is a UUID of version 4 also where the page has no randomUUID', () => {
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff),
    });
    const id = newIntentId();
    expect(Uuid.safeParse(id).success).toBe(true);
    expect(id).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});
