import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { UpstreamFault, type FaultKind } from '../../http/fault.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import {
  OUTAGE_PAUSE_MS,
  createOutageBreaker,
  failureMessage,
  retryAfterMs,
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

test('the words of a failure are the message and the description of the Service', () => {
  const wordsOf = (message: string | null, description: string | null) =>
    failureMessage(
      new UpstreamFault('refused', 'Answered 422.', {
        status: 422,
        errors: [{ code: 'E1', message, description }],
      }),
    );
  expect(wordsOf('Away', 'Since Monday')).toBe('Away – Since Monday');
  expect(wordsOf('Away', 'Away')).toBe('Away');
  expect(wordsOf(null, 'Since Monday')).toBe('Since Monday');
  expect(wordsOf(null, ' ')).toBe('Could not be read.');
});

describe('an outage', () => {
  const outage = (retryAfterS: number | null = null) =>
    ['a', 'b', 'c'].map((target) => breaker.failed(target, turnedAway(503, retryAfterS)));

  test('is three targets turned away without an answer in between', () => {
    expect(outage()).toEqual(['again', 'again', 'outage']);
    expect(breaker.waitMs()).toBe(OUTAGE_PAUSE_MS);
    expect(breaker.pause()).toEqual({
      until: clock.now() + OUTAGE_PAUSE_MS,
      message: 'Answered 503.',
    });
    expect(breaker.failed('d', turnedAway(503))).toBe('outage');
  });

  test('is not one target turned away three times', () => {
    for (let at = 0; at < 5; at += 1) expect(breaker.failed('a', turnedAway(503))).toBe('again');
    expect(breaker.failed('b', turnedAway(503))).toBe('again');
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, false]);
  });

  test.each<[string, () => void]>([
    ['an answer', () => breaker.answered('x')],
    ['a refusal', () => breaker.failed('x', new UpstreamFault('refused', 'No.', { status: 404 }))],
    [
      'an error',
      () => breaker.failed('x', new UpstreamFault('server-error', 'No.', { status: 500 })),
    ],
  ])('is not three targets with %s in between', (_what, between) => {
    breaker.failed('a', turnedAway(503));
    breaker.failed('b', turnedAway(503));
    between();
    expect(breaker.failed('c', turnedAway(503))).toBe('again');
    expect(breaker.waitMs()).toBe(0);
  });

  test('is three targets although one got no answer in time in between', () => {
    breaker.failed('a', turnedAway(503));
    breaker.failed('b', turnedAway(503));
    breaker.failed('x', new UpstreamFault('timeout', 'No.'));
    expect(breaker.failed('c', turnedAway(503))).toBe('outage');
  });

  test('is not made by targets known to fail', () => {
    for (const target of ['a', 'b', 'c', 'd']) {
      breaker.failed(target, turnedAway(503));
      breaker.answered('x');
    }
    for (const target of ['a', 'b', 'c', 'd']) {
      expect(breaker.failed(target, turnedAway(503))).toBe('again');
    }
    expect(breaker.waitMs()).toBe(0);
  });

  test('leaves doubt: the next one turned away holds all work again at once', () => {
    outage();
    clock.advance(OUTAGE_PAUSE_MS);
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, true]);
    expect(breaker.failed('d', turnedAway(503))).toBe('outage');
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([OUTAGE_PAUSE_MS, true]);
  });

  test('is over with one answer, and so is its pause', () => {
    outage(60);
    breaker.answered('x');
    expect([breaker.waitMs(), breaker.isDoubtful(), breaker.pause()]).toEqual([0, false, null]);
  });

  test('does not count against the targets that it met, once they are answered', () => {
    for (let times = 0; times < 4; times += 1) {
      expect(outage()).toEqual(['again', 'again', 'outage']);
      for (const target of ['a', 'b', 'c']) breaker.answered(target);
    }
  });

  test('counts one target once, whatever of it is asked for', () => {
    for (const part of ['sessions', 'features', 'capacity', 'locations']) {
      expect(breaker.failed('a', turnedAway(503), { part })).toBe('again');
    }
    expect(breaker.waitMs()).toBe(0);
  });

  test('is held only after something else was asked, where the caller does that', () => {
    const asked = { part: 'sessions', holds: false };
    const ask = (target: string) => breaker.failed(target, turnedAway(503), asked);
    expect(['a', 'b', 'c', 'd'].map(ask)).toEqual(['again', 'again', 'outage', 'outage']);
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, true]);
    expect(breaker.isSuspect('x', 'sessions')).toBe(true);
    expect(breaker.isSuspect('x', 'features')).toBe(false);
    const probe = { part: 'features' };
    expect(breaker.failed('x', turnedAway(503), probe)).toBe('outage');
    expect(breaker.waitMs()).toBe(OUTAGE_PAUSE_MS);
  });

  test('is not made by a part of many targets that is turned away while others are answered', () => {
    const ask = (target: string) => breaker.failed(target, turnedAway(503), { part: 'commands' });
    for (const target of ['a', 'b', 'c']) ask(target);
    breaker.answered('x', 'features');
    expect(['d', 'e', 'f', 'g'].map(ask)).toEqual(['again', 'again', 'again', 'again']);
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, false]);
    breaker.answered('a', 'commands');
    expect(['h', 'i', 'j'].map(ask)).toEqual(['again', 'again', 'outage']);
  });

  test('is seen though a part of all targets fails', () => {
    const targets = ['a', 'b', 'c', 'd'];
    for (const target of targets) {
      breaker.failed(target, turnedAway(503), { part: 'commands' });
      breaker.answered(target, 'features');
    }
    const ask = (target: string) => breaker.failed(target, turnedAway(503), { part: 'locations' });
    expect(targets.map(ask)).toEqual(['again', 'again', 'outage', 'outage']);
  });

  test('is not made by what failed before, as the store knows', () => {
    const known = { failedBefore: true };
    for (const target of ['a', 'b', 'c', 'd']) {
      expect(breaker.failed(target, turnedAway(503), known)).toBe('again');
    }
    expect(breaker.waitMs()).toBe(0);
  });

  test('is not kept up by a target that failed before the last answer', () => {
    breaker.failed('known', turnedAway(503));
    breaker.answered('x');
    outage();
    clock.advance(OUTAGE_PAUSE_MS);
    expect(breaker.failed('known', turnedAway(503))).toBe('again');
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, true]);
    expect(breaker.failed('a', turnedAway(503))).toBe('outage');
  });

  test.each<FaultKind>([
    'not-connected',
    'connect-timeout',
    'busy',
    'token',
    'token-unavailable',
    'auth',
  ])('is %s at once, however often it is the same target', (kind) => {
    for (let at = 0; at < 5; at += 1) {
      breaker.answered('other');
      expect(breaker.failed('a', new UpstreamFault(kind, 'No access.'))).toBe('outage');
      expect(breaker.isDoubtful()).toBe(true);
    }
    expect(breaker.waitMs()).toBe(OUTAGE_PAUSE_MS);
  });

  test.each([
    ['without a Retry-After', null, OUTAGE_PAUSE_MS],
    ['with one of nothing', 0, OUTAGE_PAUSE_MS],
    ['with one of 20 s', 20, 20_000],
    ['with one of a day', 86_400, 5 * 60_000],
  ])('holds for a bounded time %s', (_what, retryAfterS, ms) => {
    outage(retryAfterS);
    expect(breaker.waitMs()).toBe(ms);
  });

  test('does not shorten another pause, and its end does not end that', () => {
    breaker.hold(10_000, 'The store is full.');
    outage();
    breaker.answered('x');
    expect(breaker.pause()?.message).toBe('The store is full.');
    expect(breaker.waitMs()).toBe(10_000);
  });
});

describe('a rate limit', () => {
  const limit = (retryAfterS: number | null = null) =>
    ['a', 'b', 'c'].map((target) => breaker.failed(target, turnedAway(429, retryAfterS)));

  test('that one target meets is its own, however long it is to wait', () => {
    const meanings = Array.from({ length: 3 }, () => {
      const meaning = breaker.failed('a', turnedAway(429, 3600));
      breaker.answered('b');
      return meaning;
    });
    expect(meanings).toEqual(['again', 'again', 'target']);
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, false]);
    expect(retryAfterMs(turnedAway(429, 3600))).toBe(3_600_000);
  });

  test('that three meet without an answer in between holds all work for as long as it asks', () => {
    expect(limit(20)).toEqual(['again', 'again', 'outage']);
    expect([breaker.waitMs(), breaker.pause()?.message]).toEqual([20_000, 'Answered 429.']);
    // This one was asked before.
    breaker.answered('d');
    clock.advance(19_999);
    expect(breaker.waitMs()).toBe(1);
    clock.advance(1);
    expect([breaker.waitMs(), breaker.pause()]).toEqual([0, null]);
  });

  test('holds all work for five minutes at most, and one looks then', () => {
    limit(3600);
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([5 * 60_000, true]);
    clock.advance(5 * 60_000);
    expect(breaker.failed('d', turnedAway(429, 3600))).toBe('outage');
    expect(breaker.waitMs()).toBe(5 * 60_000);
    clock.advance(5 * 60_000);
    breaker.answered('e');
    expect([breaker.waitMs(), breaker.isDoubtful()]).toEqual([0, false]);
  });

  test('and an outage are one where both turn targets away', () => {
    breaker.failed('a', turnedAway(429, 60));
    breaker.failed('b', turnedAway(503));
    expect(breaker.failed('c', turnedAway(429, 60))).toBe('outage');
    expect(breaker.waitMs()).toBe(60_000);
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

  test('a Retry-After for one target; it says how long that one waits', () => {
    expect(breaker.failed('a', turnedAway(503, 60))).toBe('again');
    expect(breaker.waitMs()).toBe(0);
    expect(retryAfterMs(turnedAway(503, 60))).toBe(60_000);
    expect(retryAfterMs(turnedAway(503, 86_400))).toBe(60 * 60_000);
    expect([retryAfterMs(turnedAway(503)), retryAfterMs(new TypeError('x'))]).toEqual([0, 0]);
  });
});

describe('a target that alone is turned away', () => {
  const meanings = (count: number) =>
    Array.from({ length: count }, () => {
      breaker.answered('b');
      return breaker.failed('a', turnedAway(503));
    });

  test('is the cause after its third try, and never holds up others', () => {
    expect(meanings(5)).toEqual(['again', 'again', 'target', 'target', 'target']);
    expect(breaker.waitMs()).toBe(0);
    expect(breaker.failed('c', turnedAway(503))).toBe('again');
  });

  test('is known to fail though something else of it is answered', () => {
    for (const target of ['a', 'b', 'c']) {
      breaker.failed(target, turnedAway(503), { part: 'sessions' });
      breaker.answered(target, 'features');
    }
    for (const target of ['a', 'b', 'c']) {
      expect(breaker.failed(target, turnedAway(503), { part: 'sessions' })).toBe('again');
    }
    expect(breaker.waitMs()).toBe(0);
  });

  test('begins from the first try once it was answered itself', () => {
    meanings(3);
    breaker.answered('a');
    expect(meanings(3)).toEqual(['again', 'again', 'target']);
  });
});

describe('many targets, of which some fail for ever', () => {
  /** Visits all of them, as a loop would. @returns how often all work was held meanwhile */
  const visit = (failing: (at: number) => boolean, order: readonly number[]) => {
    let holds = 0;
    for (const at of order) {
      if (breaker.waitMs() > 0) {
        holds += 1;
        clock.advance(breaker.waitMs());
      }
      if (failing(at)) breaker.failed(String(at), turnedAway(503, 60));
      else breaker.answered(String(at));
    }
    return holds;
  };
  const inOrder = Array.from({ length: 1000 }, (_, at) => at);

  test('one in twenty holds up the others never', () => {
    for (let round = 0; round < 20; round += 1) {
      expect(visit((at) => at % 20 === 0, inOrder)).toBe(0);
    }
  });

  test('wherever they are, they hold up the others only until they are known', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(999), { minLength: 50, maxLength: 50 }), (chosen) => {
        breaker = createOutageBreaker(clock);
        const failing = new Set(chosen);
        expect(visit((at) => failing.has(at), inOrder)).toBeLessThan(failing.size);
        breaker.answered('x');
        expect(visit((at) => failing.has(at), inOrder)).toBe(0);
        expect(visit((at) => failing.has(at), inOrder.toReversed())).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
