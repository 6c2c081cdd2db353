import { expect, test } from 'vitest';
import { requestLabel } from '../../../domain/command-rules.ts';
import { batch } from '../../testing/samples.ts';
import { countSegments } from '../../components/status/verdict-segments.ts';
import { batchTitle } from './batch-labels.ts';

const LIMIT = { type: 'LimitFeedIn', value: '5000', triggerTime: null, plannedAs: null };

test('the verb has the value with its unit; an unknown type is verbatim', () => {
  expect(requestLabel([LIMIT])).toBe('Limit feed-in to 5,000 W');
  expect(requestLabel([{ ...LIMIT, type: 'Sing', value: 'C' }])).toBe('Sing to C');
  expect(requestLabel([LIMIT, LIMIT])).toBe('2 scheduled Commands');
});

test('the title names verb and count', () => {
  expect(batchTitle(batch([], { memberCount: 1 }).batch)).toBe('Stop charging on 1 Entity');
});

test('a bar keeps the order of the vocabulary and omits empty segments', () => {
  const segments = countSegments({ failed: 2, acknowledged: 3, pending: 4, verified: 0 });
  expect(segments.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Pending 4',
    'Acknowledged 3',
    'Failed 2',
  ]);
});
