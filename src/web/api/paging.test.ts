import { expect, test } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import { endsInLoop, mergeRows, nextToken } from './paging.ts';

function page(token: string | null, ...ids: string[]): Page<{ id: string }> {
  return { data: ids.map((id) => ({ id })), meta: { continuationToken: token, pageSize: 2 } };
}

function next(pages: Page<{ id: string }>[], used: (string | null)[]): string | undefined {
  const last = pages.at(-1);
  return last === undefined ? undefined : nextToken(last, pages, used);
}

test('continues with a new token and ends without one', () => {
  expect(next([page('b', '1')], [null, 'a'])).toBe('b');
  expect(next([page(null, '1')], [null])).toBeUndefined();
  expect(next([page('', '1')], [null])).toBeUndefined();
  expect(next([{ data: [] }], [null])).toBeUndefined();
});

test('ends at a token already used, which is distinguishable from the end', () => {
  expect(next([page('a', '1'), page('a', '2')], [null, 'a'])).toBeUndefined();
  expect(endsInLoop([page('a', '1'), page('a', '2')], [null, 'a'])).toBe(true);
  expect(endsInLoop([page('a', '1'), page(null, '2')], [null, 'a'])).toBe(false);
});

test('ends if pages repeat under ever new tokens; an empty page is no repetition', () => {
  const again = [page('a', '1', '2'), page('b', '2', '1')];
  expect(next(again, [null, 'a'])).toBeUndefined();
  expect(endsInLoop(again, [null, 'a'])).toBe(true);
  expect(next([page('a', '1'), page('b')], [null, 'a'])).toBe('b');
  expect(next([page('a', '1'), page('b', '1', '2')], [null, 'a'])).toBe('b');
});

test('rows of all pages, each once, in order', () => {
  expect(mergeRows([page('a', '1', '2'), page(null, '2', '3')]).map(({ id }) => id)).toEqual([
    '1',
    '2',
    '3',
  ]);
});
