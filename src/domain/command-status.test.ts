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

  test('a success is shown as proven only if it is also verified', () => {
    expect(verdictOf(reported('Succeeded'))).toBe('acknowledged');
    expect(verdictOf(reported('Succeeded', verification()))).toBe('acknowledged');
    expect(verdictOf(reported('Succeeded', verification({ status: 'Perhaps' })))).toBe(
      'acknowledged',
    );
    expect(verdictOf(reported('Succeeded', verification({ status: 'Succeeded' })))).toBe(
      'verified',
    );
    expect(verdictOf(reported('Succeeded', verification({ status: 'Failed' })))).toBe('disproven');
  });

  test('a failed Command stays failed whatever its verification says', () => {
    expect(verdictOf(reported('Failed', verification({ status: 'Succeeded' })))).toBe('failed');
  });

  test('an acknowledged Command is settled only after its verification', () => {
    expect(isSettled(reported('Succeeded', verification()))).toBe(false);
    expect(isSettled(reported('Succeeded'))).toBe(true);
    expect(isSettled(reported('Succeeded', verification({ status: 'Failed' })))).toBe(true);
    expect(isSettled(reported('Failed', verification()))).toBe(true);
    expect(isSettled(reported('Sent'))).toBe(false);
    expect(isSettled(reported('Quarantined'))).toBe(false);
    expect(isSettled(reported(null))).toBe(true);
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
