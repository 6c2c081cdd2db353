import { afterEach, describe, expect, test, vi } from 'vitest';
import type { GuardReport } from '../../contract/console/guard.ts';
import { Uuid } from '../../contract/primitives.ts';
import { guarded, problem, uuid } from '../testing/samples.ts';
import { ApiError } from './client.ts';
import { randomId } from './random-id.ts';
import { guardedBy, sendDispatch, sendFailure, type Dispatch } from './dispatch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Sent {
  url: string;
  headers: Headers;
  body: unknown;
}

function recordSent(): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    });
    return new Response(JSON.stringify({ batchId: uuid(5), commands: [] }), { status: 201 });
  });
  return sent;
}

const DISPATCH: Dispatch = {
  dispatchId: uuid(1),
  collectiveId: uuid(2),
  kind: 'now',
  items: [{ type: 'StopCharging', value: null, triggerTime: null, plannedAs: null }],
  ignoreCooldown: false,
  reason: ' Netz überlastet\n☀ ',
  override: null,
  previousId: null,
};

describe('sendDispatch', () => {
  test('carries the intent and the reason, even with letters that a header cannot hold', async () => {
    const sent = recordSent();
    await sendDispatch(DISPATCH);
    expect(sent[0]?.body).toEqual({ type: 'StopCharging', value: null });
    const headers = sent[0]?.headers;
    expect(headers?.get('Idempotency-Key')).toBe(uuid(1));
    const reason = headers?.get('X-Gridhelm-Reason') ?? '';
    expect(reason).toMatch(/^[\x21-\x7e]+$/);
    expect(decodeURIComponent(reason)).toBe('Netz überlastet\n☀');
    expect(headers?.has('X-Gridhelm-Override')).toBe(false);
    expect(headers?.has('X-Gridhelm-Previous')).toBe(false);
  });

  test('a schedule is sent with its wall clocks, what it overrides and what it repeats', async () => {
    const sent = recordSent();
    const item = {
      type: 'Reset',
      value: null,
      triggerTime: '2027-03-28T10:00:00.000Z',
      plannedAs: { wallClock: '2027-03-28T12:00', zone: 'Europe/Brussels' },
    };
    await sendDispatch({
      ...DISPATCH,
      kind: 'schedule',
      items: [item],
      override: '0123456789abcdef',
      previousId: uuid(7),
    });
    expect(sent[0]?.url).toMatch(/\/schedule$/);
    expect(sent[0]?.body).toEqual([item]);
    expect(sent[0]?.headers.get('X-Gridhelm-Override')).toBe('0123456789abcdef');
    expect(sent[0]?.headers.get('X-Gridhelm-Previous')).toBe(uuid(7));
  });
});

describe('sendFailure', () => {
  test.each([
    ['no answer', new ApiError('network', 'reset'), 'unanswered'],
    ['a gateway’s own page', new ApiError('unreadable', 'html', 502), 'unanswered'],
    ['an accepted answer that cannot be read', new ApiError('unreadable', 'x', 201), 'see-batch'],
    ['outcome unknown', problem('outcome_unknown', 504), 'see-batch'],
    ['not approved', problem('not_approved', 409), 'see-batch'],
    ['in flight', problem('dispatch_in_flight', 409), 'see-batch'],
    ['the server stops', problem('stopping', 503), 'not-tried'],
    ['signed out', problem('not_signed_in', 401), 'not-tried'],
    ['another operator is signed in', problem('another_operator', 409), 'not-tried'],
    ['a failure inside the server', problem('internal', 500), 'unanswered'],
    ['a failure of a later server', problem('a_later_code', 503), 'unanswered'],
    ['refused by the Service', problem('upstream_refused', 422, 'No', 'service'), 'new-intent'],
    ['Service not reached, recorded as such', problem('upstream_unavailable', 502), 'new-intent'],
    ['turned away by the guard', problem('dispatch_guarded', 409), 'not-tried'],
    ['not valid', problem('invalid_request', 400), 'not-tried'],
    ['an error of the page', new Error('x'), 'unanswered'],
  ])('%s', (_, thrown, expected) => {
    expect(sendFailure(thrown)).toBe(expected);
  });
});

test('guard findings are read only from a refusal by the guard', () => {
  const totals = [{ kind: 'same' as const, total: 1 }];
  const report: GuardReport = { digest: '0123456789abcdef', totals, findings: [] };
  expect(guardedBy(guarded(report))).toEqual(report);
  expect(guardedBy(problem('upstream_refused', 409))).toBeNull();
});

describe('randomId', () => {
  test('is a UUID of version 4 even if the page has no randomUUID', () => {
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff),
    });
    const id = randomId();
    expect(Uuid.safeParse(id).success).toBe(true);
    expect(id).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});
