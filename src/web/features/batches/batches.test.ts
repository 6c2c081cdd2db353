import { expect, test } from 'vitest';
import { requestLabel } from '../../../domain/command-rules.ts';
import { countSegments } from '../../components/status/tally-bar.tsx';
import { batch } from '../../testing/samples.ts';
import { batchTitle } from './batch-labels.ts';
import { byDay, dayName, filterOf } from './batches-page.tsx';
import { sentBatch } from './batches-queries.ts';
import { BATCHES } from './batches-search.ts';

const ZONE = 'Europe/Brussels';
const at = (createdAt: string) => batch([], { createdAt }).batch;

test('days are days of the zone, from the first moment to the last', () => {
  expect(filterOf({ from: '2026-03-28', to: '2026-03-29' }, ZONE)).toEqual({
    from: '2026-03-27T23:00:00.000Z',
    // The day on which summer time begins has 23 hours.
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(filterOf({}, ZONE)).toEqual({});
});

test('invalid filters in a link are left out', () => {
  const search = BATCHES.schema.parse({
    outcome: 'x',
    collective: 'y',
    from: '2026-02-31',
    type: 'Reset',
  });
  expect(search).toEqual({ type: 'Reset' });
  expect(BATCHES.isNarrowed(search)).toBe(true);
  expect(BATCHES.isNarrowed(BATCHES.schema.parse({}))).toBe(false);
});

test('batches by day, in the given order', () => {
  const days = byDay(
    [at('2026-03-02T23:30:00Z'), at('2026-03-02T22:30:00Z'), at('2026-03-02T01:00:00Z')].map(
      sentBatch,
    ),
    ZONE,
  );
  expect(days.map(({ date, sent }) => [date, sent.length])).toEqual([
    ['2026-03-03', 1],
    ['2026-03-02', 2],
  ]);
});

test('the name of a day', () => {
  const now = Date.parse('2026-03-02T23:30:00Z');
  expect(dayName('2026-03-03', ZONE, now)).toBe('Today');
  expect(dayName('2026-03-02', ZONE, now)).toBe('Yesterday');
  expect(dayName('2026-03-01', ZONE, now)).toBe('Sunday, 1 March 2026');
});

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
