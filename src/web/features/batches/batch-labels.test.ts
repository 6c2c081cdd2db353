import { expect, test } from 'vitest';
import { batch, row } from '../../testing/samples.ts';
import { countSegments } from '../../components/status/verdict-segments.ts';
import { batchTitle, batchVerb, reasonsByTitle } from './batch-labels.ts';

const LIMIT = { type: 'LimitFeedIn', value: '5000', triggerTime: null, plannedAs: null };

test('the verb has the value with its unit; an unknown type is verbatim', () => {
  expect(batchVerb({ items: [LIMIT] })).toBe('Limit feed-in to 5,000 W');
  expect(batchVerb({ items: [{ ...LIMIT, type: 'Sing', value: 'C' }] })).toBe('Sing to C');
  expect(batchVerb({ items: [LIMIT, LIMIT] })).toBe('2 scheduled Commands');
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

test('reasons are grouped by title; different descriptions are counted, not listed', () => {
  const failed = (last: number, title: string | null, description: string | null) =>
    row(last, { status: 'Failed', error: { title, description } });
  const rows = [
    failed(1, 'Cooldown active', 'until 14:00'),
    failed(2, 'Cooldown active', 'until 14:01'),
    failed(3, 'Device offline', 'No answer'),
    failed(4, null, 'Only a description'),
    row(5, {
      status: 'Succeeded',
      verification: {
        status: 'Failed',
        completedAt: null,
        error: { title: 'Device offline', description: 'No answer' },
      },
    }),
    row(6, { status: 'Succeeded' }),
  ];
  expect(reasonsByTitle(rows)).toEqual([
    { title: 'Cooldown active', count: 2, description: null, descriptions: 2 },
    { title: 'Device offline', count: 2, description: 'No answer', descriptions: 1 },
    { title: 'Only a description', count: 1, description: null, descriptions: 1 },
  ]);
});
