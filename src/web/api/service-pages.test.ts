import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Page } from '../../contract/paging.ts';
import { uuid } from '../testing/samples.ts';
import { endsInLoop, mergeRows, servicePages } from './service-pages.ts';

function page(token: string | null, ...ids: string[]): Page<{ id: string }> {
  return { data: ids.map((id) => ({ id })), meta: { continuationToken: token, pageSize: 2 } };
}

const asked = (...tokens: (string | undefined)[]) =>
  tokens.map((continuationToken) => ({ continuationToken }));
const members = servicePages(ENDPOINTS.listMembers, { params: { collectiveId: uuid(1) } });

function next(read: Page<{ id: string }>[], tokens: (string | undefined)[]) {
  const pages = read.map(({ meta, data }) => ({
    meta,
    data: data.map(({ id }) => ({ id, name: null, emailAddress: null })),
  }));
  const [last] = pages.slice(-1);
  if (last === undefined) return null;
  return members.getNextPageParam(last, pages, {}, asked(...tokens));
}

test('continues with a new token and ends without one', () => {
  expect(next([page('b', '1')], [undefined])).toEqual({ continuationToken: 'b' });
  expect(next([page(null, '1')], [undefined])).toBeNull();
  expect(next([page('', '1')], [undefined])).toBeNull();
});

test('ends at a token already used, which is distinguishable from the end', () => {
  expect(next([page('a', '1'), page('a', '2')], [undefined, 'a'])).toBeNull();
  expect(endsInLoop([page('a', '1'), page('a', '2')], asked(undefined, 'a'))).toBe(true);
  expect(endsInLoop([page('a', '1'), page(null, '2')], asked(undefined, 'a'))).toBe(false);
});

test('ends if pages repeat under ever new tokens; an empty page is no repetition', () => {
  const again = [page('a', '1', '2'), page('b', '2', '1')];
  expect(next(again, [undefined, 'a'])).toBeNull();
  expect(endsInLoop(again, asked(undefined, 'a'))).toBe(true);
  expect(next([page('a', '1'), page('b')], [undefined, 'a'])).toEqual({ continuationToken: 'b' });
  expect(next([page('a', '1'), page('b', '1', '2')], [undefined, 'a'])).toEqual({
    continuationToken: 'b',
  });
});

test('rows of all pages, each once, in order; types by their name', () => {
  const rows = mergeRows([page('a', '1', '2'), page(null, '2', '3')]);
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
  const types = [{ data: [{ type: 'Vehicle' }, { type: 'Battery' }, { type: 'Vehicle' }] }];
  expect(mergeRows(types)).toHaveLength(2);
});
