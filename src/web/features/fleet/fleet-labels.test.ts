import { describe, expect, test } from 'vitest';
import { fleetStatus } from '../../testing/fleet-data-samples.ts';
import { arithmeticLabel, costLabel, policyLabel, requestsLabel } from './fleet-labels.ts';

test.each([
  [null, 'once'],
  [86_400, 'every 24 h'],
  [7 * 86_400, 'every 7 days'],
  [6 * 3600, 'every 6 h'],
  [90 * 60, 'every 90 min'],
  [45, 'every 45 s'],
])('a policy of %s seconds is "%s"', (seconds, label) => {
  expect(policyLabel(seconds)).toBe(label);
});

test('shows requests beside the daily need of the policy, unless that is zero', () => {
  expect(requestsLabel({ requests: 412, requestsByPolicy: 906 })).toBe('412 of about 906 a day');
  expect(requestsLabel({ requests: 1302, requestsByPolicy: 0 })).toBe('1,302');
});

describe('the arithmetic of the policy', () => {
  test('adds up to requests a second', () => {
    expect(arithmeticLabel(fleetStatus())).toBe(
      '7.1 reads per Entity and day × 151 Entities + 148 for Members, Offboarding Requests and the catalogue = 0.01 requests a second of 100',
    );
  });

  test('never rounds a need down to zero', () => {
    const [row] = fleetStatus().resources;
    if (row === undefined) throw new Error('no resource');
    const one = { ...fleetStatus(), entities: 1, resources: [{ ...row, requestsByPolicy: 1 }] };
    expect(arithmeticLabel(one)).toBe(
      '1.0 reads per Entity and day × 1 Entity = less than 0.01 requests a second of 100',
    );
  });

  test('is left out if there is nothing to read', () => {
    expect(arithmeticLabel({ ...fleetStatus(), entities: 0 })).toBeNull();
    expect(arithmeticLabel({ ...fleetStatus(), resources: [] })).toBeNull();
  });
});

test('the cost of a refresh gives its minimum number of requests', () => {
  expect(costLabel({ entities: 151, requests: 906, seconds: 9.06 })).toBe(
    '151 Entities, at least 906 requests, about 9 s',
  );
  expect(costLabel({ entities: 1, requests: 1, seconds: 0.01 })).toBe(
    '1 Entity, at least 1 request, less than a second',
  );
});
