import { beforeEach, describe, expect, test } from 'vitest';
import { UpstreamFault, type FaultKind } from '../../bff/upstream/fault.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import {
  OUTAGE_PAUSE_MS,
  createOutageBreaker,
  type OutageBreaker,
} from './outage-and-rate-limit.ts';

let clock: ManualClock;
let breaker: OutageBreaker;
beforeEach(() => {
  clock = manualClock();
  breaker = createOutageBreaker(clock);
});

const turnedAway = (status: 429 | 503, retryAfterS: number | null = null) =>
  new UpstreamFault(status === 429 ? 'refused' : 'server-error', `Answered ${status}.`, {
    status,
    retryAfterS,
  });

describe('an outage holds all work', () => {
  test.each([429, 503] as const)('after a %i for as long as it asks, then no longer', (status) => {
    expect(breaker.failed('a', turnedAway(status, 20))).toBe('outage');
    expect(breaker.waitMs()).toBe(20_000);
    expect(breaker.pause()).toEqual({
      until: clock.now() + 20_000,
      message: `Answered ${status}.`,
    });
    clock.advance(19_999);
    expect(breaker.waitMs()).toBe(1);
    clock.advance(1);
    expect([breaker.waitMs(), breaker.pause()]).toEqual([0, null]);
  });

  test.each([
    ['without a Retry-After', null, OUTAGE_PAUSE_MS],
    ['with one of nothing', 0, OUTAGE_PAUSE_MS],
    ['with one of a day', 86_400, 5 * 60_000],
  ])('for a bounded time %s', (_what, retryAfterS, ms) => {
    breaker.failed('a', turnedAway(503, retryAfterS));
    expect(breaker.waitMs()).toBe(ms);
  });

  test.each<FaultKind>([
    'not-connected',
    'connect-timeout',
    'busy',
    'token',
    'token-unavailable',
    'auth',
  ])('after %s, however often it is the same target', (kind) => {
    for (let at = 0; at < 5; at += 1) {
      breaker.answered('other');
      expect(breaker.failed('a', new UpstreamFault(kind, 'No access.'))).toBe('outage');
    }
    expect(breaker.waitMs()).toBe(OUTAGE_PAUSE_MS);
  });

  test('a shorter one does not end a longer one', () => {
    breaker.hold(10_000, 'The store is full.');
    breaker.failed('a', turnedAway(503));
    expect(breaker.pause()?.message).toBe('The store is full.');
    expect(breaker.waitMs()).toBe(10_000);
  });
});

describe('what holds nothing', () => {
  test.each<[string, unknown]>([
    ['a refusal', new UpstreamFault('refused', 'No.', { status: 404 })],
    ['a server error', new UpstreamFault('server-error', 'No.', { status: 500 })],
    ['a time-out', new UpstreamFault('timeout', 'No.')],
    ['a broken connection', new UpstreamFault('broken', 'No.')],
    ['an error of the console', new TypeError('x')],
  ])('%s', (_what, error) => {
    expect(breaker.failed('a', error)).toBe('other');
    expect(breaker.waitMs()).toBe(0);
  });
});

describe('a target that alone is turned away', () => {
  const meanings = (count: number, between: () => void) =>
    Array.from({ length: count }, () => {
      between();
      return breaker.failed('a', turnedAway(503));
    });

  test('counts as the cause after its third try and no longer holds up others', () => {
    const others = () => {
      breaker.answered('b');
    };
    expect(meanings(3, others)).toEqual(['outage', 'outage', 'target']);
    clock.advance(OUTAGE_PAUSE_MS);
    expect(meanings(2, others)).toEqual(['target', 'target']);
    expect(breaker.waitMs()).toBe(0);
    // Another one does not suffer for it.
    expect(breaker.failed('c', turnedAway(503))).toBe('outage');
  });

  test('is not the cause as long as others are not answered either', () => {
    expect(meanings(6, () => {})).toEqual(Array(6).fill('outage'));
    breaker.failed('b', new UpstreamFault('timeout', 'No.'));
    expect(breaker.failed('a', turnedAway(503))).toBe('outage');
  });

  test('a refusal or an error of others is an answer too', () => {
    const refuse = () => {
      breaker.failed('b', new UpstreamFault('refused', 'No.', { status: 404 }));
    };
    expect(meanings(3, refuse).at(-1)).toBe('target');
  });

  test('begins from the first try once it was answered itself', () => {
    const others = () => {
      breaker.answered('b');
    };
    meanings(3, others);
    breaker.answered('a');
    expect(meanings(3, others)).toEqual(['outage', 'outage', 'target']);
  });
});
