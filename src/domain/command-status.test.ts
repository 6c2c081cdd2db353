import { describe, expect, test } from 'vitest';
import { COMMAND_STATUSES, type Verification } from '../contract/command.ts';
import {
  canCancel,
  isEarlierStatus,
  isSettled,
  isTerminal,
  verdictOf,
  verificationVerdict,
  type Reported,
} from './command-status.ts';

const verification = (over: Partial<Verification> = {}): Verification => ({
  status: 'Pending',
  completedAt: null,
  error: null,
  ...over,
});
const reported = (status: string | null, proof: Verification | null = null): Reported => ({
  status,
  verification: proof,
});

describe('command states', () => {
  test('Succeeded, Failed and Canceled are terminal; only Pending can be canceled', () => {
    expect(COMMAND_STATUSES.filter(isTerminal)).toEqual(['Canceled', 'Failed', 'Succeeded']);
    expect(COMMAND_STATUSES.filter(canCancel)).toEqual(['Pending']);
  });

  test('an unknown state is neither terminal nor cancelable, whatever its name', () => {
    for (const status of ['Quarantined', '', 'constructor', 'toString']) {
      expect([isTerminal(status), canCancel(status), verdictOf(reported(status))]).toEqual([
        false,
        false,
        'unrecognised',
      ]);
    }
  });
});

describe('acknowledgement and verification', () => {
  test.each([
    [null, 'none'],
    [verification(), 'pending'],
    [verification({ status: 'Succeeded' }), 'verified'],
    [verification({ status: 'Failed' }), 'failed'],
    [verification({ error: { title: 'No effect', description: null } }), 'failed'],
    [verification({ status: 'Perhaps' }), 'unrecognised'],
    [verification({ status: null }), 'pending'],
  ])('verification %j reads as %s', (given, verdict) => {
    expect(verificationVerdict(given)).toBe(verdict);
  });

  // A success is proven only if it is verified, and settled only then; a failure stays one.
  test.each([
    ['Succeeded', null, 'acknowledged', true],
    ['Succeeded', 'Pending', 'acknowledged', false],
    ['Succeeded', 'Perhaps', 'acknowledged', true],
    ['Succeeded', 'Succeeded', 'verified', true],
    ['Succeeded', 'Failed', 'disproven', true],
    ['Failed', 'Succeeded', 'failed', true],
    ['Failed', 'Pending', 'failed', true],
    ['Sent', null, 'sent', false],
    ['Quarantined', null, 'unrecognised', false],
    [null, null, 'unknown', true],
  ])('%s, its verification %s: %s, settled: %s', (status, proof, verdict, settled) => {
    const told = reported(status, proof === null ? null : verification({ status: proof }));
    expect([verdictOf(told), isSettled(told)]).toEqual([verdict, settled]);
  });
});

test('open comes before ended, and acknowledged before verified', () => {
  expect(isEarlierStatus('pending', 'triggered')).toBe(true);
  expect(isEarlierStatus('sent', 'failed')).toBe(true);
  expect(isEarlierStatus('acknowledged', 'disproven')).toBe(true);
  expect(isEarlierStatus('verified', 'acknowledged')).toBe(false);
  // Neither comes before the other.
  expect([isEarlierStatus('failed', 'verified'), isEarlierStatus('verified', 'failed')]).toEqual([
    false,
    false,
  ]);
});
