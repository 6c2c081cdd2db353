import { describe, expect, test } from 'vitest';
import { overrideHeader, readOverrideHeader } from '../../../contract/console/guard.ts';
import { readOverridden } from './guard-override.ts';

const OLD = {
  kind: 'same',
  dispatchId: '00000000-0000-4000-8000-000000000001',
  operatorName: 'Ada',
  createdAt: '2026-07-01T22:30:00.000Z',
  type: 'StopCharging',
  value: null,
  triggerTime: null,
  count: 2,
  words: 'The same was dispatched before.',
};

describe('the stored override of an intent', () => {
  test('of an older version is read unchanged: sealed receipts still compare equal', () => {
    expect(readOverridden(JSON.stringify([OLD]))).toEqual({ overridden: [OLD] });
    expect(readOverridden(null)).toEqual({ overridden: [] });
  });

  test('has the totals beside the listed findings', () => {
    const totals = [{ kind: 'same', total: 60 }];
    const stored = { kinds: ['same'], seen: 4, totals, findings: [OLD] };
    expect(readOverridden(JSON.stringify(stored))).toEqual({
      overridden: [OLD],
      overriddenTotals: totals,
    });
  });
});

test('the override header is parsed as written, with unique kinds', () => {
  const override = { kinds: ['unresolved' as const, 'opposite' as const], seen: 1234 };
  expect(overrideHeader(override)).toBe('unresolved,opposite; seen=1234');
  expect(readOverrideHeader('unresolved, opposite,opposite;seen=1234')).toEqual(override);
});
