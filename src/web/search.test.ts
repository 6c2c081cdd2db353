import { describe, expect, test } from 'vitest';
import { BatchSearch } from './features/batches/batch-search.ts';
import { CollectiveSearch } from './features/collectives/collectives-search.ts';
import { DispatchSearch } from './features/dispatch/dispatch-search.ts';
import { EntitySearch } from './features/entities/entity-search.ts';
import { SignInSearch } from './features/session/sign-in-search.ts';
import { parseSearch, stringifySearch } from './search.ts';

describe('the query string', () => {
  test('text that looks like a number or a JSON literal stays text', () => {
    expect(parseSearch('?q=123&type=null')).toEqual({ q: '123', type: 'null' });
  });

  test('survives a round trip, without absent values', () => {
    const text = stringifySearch({ q: 'a & b', page: 2, type: undefined, from: '' });
    expect(text).toBe('?q=a+%26+b&page=2');
    expect(parseSearch(text)).toEqual({ q: 'a & b', page: '2' });
    expect(stringifySearch({})).toBe('');
  });
});

describe('search schemas accept hand-typed values', () => {
  test('an Entity’s page: dates from text, invalid values dropped field by field', () => {
    const read = (text: string) => EntitySearch.parse(parseSearch(text));
    expect(read('?range=all&from=2024-02-28')).toEqual({ range: 'all', from: '2024-02-28' });
    expect(read('?range=decade&from=2024-02-30&to=2024-02-29')).toEqual({
      to: '2024-02-29',
    });
  });

  test('the sign-in page: keeps that a sign-out was not stored', () => {
    const search = { unstored: '1', returnTo: '/map' };
    expect(SignInSearch.parse(parseSearch(stringifySearch(search)))).toEqual(search);
  });

  test('a batch’s page: only known verdicts', () => {
    expect(BatchSearch.parse({ verdict: 'failed', q: 'van' })).toEqual({
      verdict: 'failed',
      q: 'van',
    });
    expect(BatchSearch.parse({ verdict: 'green' })).toEqual({});
  });

  test('the dispatch sheet: open for the page’s Collective, or for one by its id', () => {
    const id = '018f0a52-8c7e-7d3a-9b1e-2f4a6c8d0e12';
    expect(DispatchSearch.parse({ dispatch: '1', send: 'Reset' })).toEqual({
      dispatch: '1',
      send: 'Reset',
    });
    expect(DispatchSearch.parse({ dispatch: id, previous: id })).toEqual({
      dispatch: id,
      previous: id,
    });
    expect(DispatchSearch.parse({ dispatch: 'true', send: 'Explode' })).toEqual({});
  });

  test('a Collective’s page: a search that is too long is dropped', () => {
    expect(CollectiveSearch.parse({ q: 'x'.repeat(300) })).toEqual({});
  });
});
