import { describe, expect, test } from 'vitest';
import {
  expectationsOf,
  type Expectation,
  type KnownEntity,
  type KnownOutcome,
} from './dispatch-forecast.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 2, 2, 14);
const FRESH = { at: NOW - MINUTE, isStale: false };

/** An outcome some minutes ago, by another system. */
function outcome(minutesAgo: number, verdict: string, but: Partial<KnownOutcome> = {}) {
  const of = { type: 'StartCharging', reason: null, words: '', dispatchId: null };
  return { ...of, verdict, at: NOW - minutesAgo * MINUTE, ...but };
}

const said = (words: string) => ({ reason: words, words });

/** An Entity seen an hour ago, with everything read. */
const entity = (but: Partial<KnownEntity> = {}): KnownEntity => ({
  type: 'EV',
  refused: null,
  outcomes: [],
  sessionAt: NOW - 60 * MINUTE,
  seenAt: NOW - 60 * MINUTE,
  featuresOff: [],
  isCapturing: true,
  reads: { commands: FRESH, sessions: FRESH, features: FRESH },
  ...but,
});

const expected = (but: Partial<KnownEntity>, types = ['StartCharging']): Expectation[] =>
  expectationsOf(entity(but), types);
const causes = (but: Partial<KnownEntity>, types?: string[]) =>
  expected(but, types).map(({ cause }) => cause);

describe('the newest outcomes of a type', () => {
  test('expect a failure if the last one failed, and count the evidence', () => {
    const last = outcome(10, 'failed', said('Device busy'));
    const outcomes = [
      last,
      outcome(20, 'disproven'),
      outcome(30, 'verified'),
      outcome(40, 'failed'),
    ];
    const [found, ...others] = expected({ outcomes });
    expect(found).toMatchObject({ cause: 'likely', failed: 3, of: 4, at: last.at, read: FRESH });
    expect(found?.outcome).toBe(last);
    expect(others).toEqual([]);
  });

  test.each(['verified', 'acknowledged'])('expect none if a later one was %s', (verdict) => {
    expect(causes({ outcomes: [outcome(10, verdict), outcome(20, 'failed')] })).toEqual([]);
    expect(causes({ outcomes: [outcome(10, 'failed'), outcome(20, verdict)] })).toEqual(['likely']);
  });

  test('are only those of this type', () => {
    const outcomes = [outcome(10, 'failed', { type: 'Reset' })];
    expect(causes({ outcomes })).toEqual([]);
    expect(causes({ outcomes }, ['Reset'])).toEqual(['likely']);
  });

  test('count at any age, with the age', () => {
    const at = NOW - 90 * DAY;
    expect(expected({ outcomes: [outcome(0, 'failed', { at })] })).toMatchObject([{ at, of: 1 }]);
  });

  test('are five at most', () => {
    const outcomes = [1, 2, 3, 4, 5, 6].map((ago) =>
      outcome(ago, ago === 2 ? 'verified' : 'failed'),
    );
    expect(expected({ outcomes })).toMatchObject([{ cause: 'likely', failed: 4, of: 5 }]);
  });

  test('three failures in a row are more than likely, and counted once', () => {
    const three = [1, 2, 3].map((ago) => outcome(ago, 'failed'));
    expect(causes({ outcomes: three })).toEqual(['failing']);
    const reset = outcome(1, 'failed', { type: 'Reset' });
    expect(causes({ outcomes: [reset, ...three] }, ['Reset', 'StartCharging'])).toEqual([
      'failing',
    ]);
  });

  test('mark a stale read', () => {
    const commands = { at: NOW - 2 * DAY, isStale: true };
    const reads = { commands, sessions: FRESH, features: FRESH };
    const outcomes = [outcome(3 * 24 * 60, 'failed')];
    expect(expected({ outcomes, reads })).toMatchObject([{ read: commands }]);
  });
});

describe('the last report of a device', () => {
  const unplugged = outcome(30, 'failed', { type: 'StopCharging', ...said('Not plugged in') });
  const offline = outcome(30, 'failed', { type: 'Reset', ...said('Device offline') });
  const before = { sessionAt: NOW - DAY };

  test('to any Command is a cause: not plugged in, or offline', () => {
    expect(expected({ ...before, outcomes: [unplugged] })).toMatchObject([
      { cause: 'unplugged', at: unplugged.at, outcome: unplugged },
    ]);
    expect(causes({ ...before, outcomes: [offline] })).toEqual(['offline']);
  });

  test('expires once it answered a Command, or charged', () => {
    for (const last of [unplugged, offline]) {
      expect(causes({ ...before, outcomes: [last, outcome(20, 'acknowledged')] })).toEqual([]);
      expect(causes({ sessionAt: NOW - 20 * MINUTE, outcomes: [last] })).toEqual([]);
    }
  });

  test('about its plug concerns only Commands that need it', () => {
    expect(causes({ ...before, outcomes: [unplugged] }, ['Reset'])).toEqual([]);
    expect(causes({ ...before, outcomes: [offline] }, ['LimitFeedIn'])).toEqual(['offline']);
  });
});

describe('other causes', () => {
  test('it charged before, and was not seen for fourteen days', () => {
    const at = FRESH.at - 14 * DAY;
    expect(expected({ sessionAt: at, seenAt: at })).toMatchObject([{ cause: 'silent', at }]);
    expect(causes({ sessionAt: at, seenAt: at + 1 })).toEqual([]);
    // Silent since its last session, as everywhere, although it answered a Command later.
    expect(expected({ sessionAt: at - DAY, seenAt: at })).toMatchObject([
      { cause: 'silent', at: at - DAY },
    ]);
    expect(causes({ sessionAt: null, seenAt: at })).toEqual([]);
    // Its sessions were read too early to tell.
    const sessions = { at: FRESH.at - 1, isStale: true };
    const reads = { commands: FRESH, sessions, features: FRESH };
    expect(causes({ sessionAt: at, seenAt: at, reads })).toEqual([]);
  });

  test('the Service refuses it, a feature is off, sessions are not captured', () => {
    expect(expected({ refused: { status: 404, at: NOW } })).toMatchObject([
      { cause: 'refused', status: 404, at: NOW },
    ]);
    expect(expected({ featuresOff: ['Remote'] })).toMatchObject([
      { cause: 'features-off', features: ['Remote'], read: FRESH },
    ]);
    expect(causes({ isCapturing: false })).toEqual(['capture-off']);
    expect(causes({ isCapturing: null })).toEqual([]);
  });

  test('uncaptured sessions matter only for charging devices and charging Commands', () => {
    const off = { isCapturing: false };
    expect(causes({ ...off, type: 'Inverter' }, ['LimitFeedIn'])).toEqual([]);
    expect(causes({ ...off, type: 'Meter' }, ['StopCharging'])).toEqual([]);
    expect(causes(off, ['LimitFeedIn'])).toEqual([]);
    expect(causes({ ...off, type: null }, ['Reset', 'StopCharging'])).toEqual(['capture-off']);
  });
});

describe('nothing is known', () => {
  const unread = { commands: { at: null, isStale: false }, sessions: FRESH, features: FRESH };

  test('of an Entity that was never seen, or whose Commands were never read', () => {
    expect(causes({ sessionAt: null, seenAt: null })).toEqual(['nothing-known']);
    expect(causes({ reads: unread })).toEqual(['nothing-known']);
  });

  test('unless an outcome of this type is known, or a cause', () => {
    const outcomes = [outcome(10, 'verified')];
    expect(causes({ reads: unread, outcomes })).toEqual([]);
    expect(causes({ reads: unread, outcomes }, ['Reset'])).toEqual(['nothing-known']);
    expect(causes({ reads: unread, featuresOff: ['Remote'] })).toEqual(['features-off']);
    expect(causes({ reads: unread, isCapturing: false })).toEqual(['nothing-known', 'capture-off']);
  });
});
