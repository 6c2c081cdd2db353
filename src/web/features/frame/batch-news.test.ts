import { expect, test } from 'vitest';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchQuery, runningQuery } from '../../api/batches.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { batchList } from '../../testing/batch-samples.ts';
import { batch } from '../../testing/samples.ts';
import { batchNews } from './live-updates.tsx';
import { entryOf, FOUND_PAGES } from './nav-entries.ts';

const NOW = '2026-03-02T14:10:00Z';
const detail = batch([], { settled: false });
const moving = detail.batch;
const ended: BatchSummary = { ...moving, settled: true };
const none = { ended: [], lateFinds: [] };

/** News of a page whose frame holds these running batches. */
function newsBeside(...running: BatchSummary[]) {
  const client = createQueryClient(() => {});
  client.setQueryData(runningQuery.queryKey, batchList(running));
  return { client, newsOf: batchNews(client) };
}

test('a batch that was seen moving has ended once, however often that is said', () => {
  const { newsOf } = newsBeside(moving);
  expect(newsOf([moving], NOW)).toEqual(none);
  expect(newsOf([ended], NOW)).toEqual({ ended: [ended], lateFinds: [] });
  expect(newsOf([ended], NOW)).toEqual(none);
  // Moving again, as after a late find, it ends again.
  newsOf([moving], NOW);
  expect(newsOf([ended], NOW).ended).toEqual([ended]);
});

test('a batch that is open on a page was seen moving too', () => {
  const { client, newsOf } = newsBeside();
  client.setQueryData(batchQuery(moving.id).queryKey, detail);
  expect(newsOf([ended], NOW).ended).toEqual([ended]);
});

test('the end of a batch that was not seen moving is no news', () => {
  expect(newsBeside().newsOf([ended], NOW)).toEqual(none);
  expect(newsBeside(ended).newsOf([ended], NOW)).toEqual(none);
});

test('a late find is told once; a later one of the same batch is another', () => {
  const { newsOf } = newsBeside();
  const found = { ...ended, lateFindAt: '2026-03-02T14:09:00Z' };
  expect(newsOf([found], NOW)).toEqual({ ended: [], lateFinds: [found] });
  expect(newsOf([found], NOW)).toEqual(none);
  const again = { ...ended, lateFindAt: '2026-03-02T14:09:30Z' };
  expect(newsOf([again], NOW).lateFinds).toEqual([again]);
});

test('a late find is no longer news after ten minutes', () => {
  const at = (lateFindAt: string) => newsBeside().newsOf([{ ...ended, lateFindAt }], NOW).lateFinds;
  expect(at('2026-03-02T14:00:00Z')).toEqual([]);
  expect(at('2026-03-02T14:00:01Z')).toHaveLength(1);
});

test('a page marks its entry in the rail', () => {
  expect(entryOf('/batches/1/more')).toBe('/batches');
  expect(entryOf('/bulk/1')).toBe('/batches');
  expect(entryOf('/offboarding')).toBe('/batches');
  expect(entryOf('/catalogue')).toBe('/entities');
  expect(entryOf('/audit')).toBe('/settings');
  expect(entryOf('/mapping')).toBeNull();
});

test('the palette finds each page once', () => {
  const found = FOUND_PAGES.map(({ to }) => to);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toContain('/audit');
});
