import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BACKGROUND_HEADER } from '../../contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { uuid } from '../testing/samples.ts';
import { noteAct } from './attention.ts';
import { batchQuery, runningQuery } from './batches.ts';
import { LIVE_ROUTES } from '../../contract/console/live-routes.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { call } from './client.ts';
import { pages, query } from './query.ts';
import { servicePages } from './service-pages.ts';
import { sessionQuery } from './session.ts';
import { GRAIN_MS, watchOperator } from './watch-operator.ts';

/** Requests as the server sees them: by an `act` of the operator, or by the page `itself`. */
let asked: { path: string; by: 'act' | 'itself' }[] = [];
const by = () => asked.map((request) => request.by);

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const said = new Headers(init.headers).get(BACKGROUND_HEADER.name);
    const [route = url] = url.split('?');
    asked.push({ path: route, by: said === BACKGROUND_HEADER.value ? 'itself' : 'act' });
    return new Response('{}', { status: 500 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs a query and ignores its result. */
const read = async (queryFn: unknown): Promise<void> => {
  if (typeof queryFn !== 'function') throw new Error('The query has no function');
  const given = {
    signal: new AbortController().signal,
    client: new QueryClient(),
    pageParam: {},
  };
  await Promise.allSettled([queryFn(given)]);
};

describe('the first read after an act counts as the operator’s, later reads as the page’s', () => {
  const queries: [string, unknown][] = [
    ['a sealed report', query(CONSOLE_ROUTES.sealedReport, { params: { id: uuid(1) } }).queryFn],
    ['pages of batches', pages(CONSOLE_ROUTES.batches, {}, () => null).queryFn],
    ['a batch', batchQuery(uuid(1)).queryFn],
    ['a list of the Service', servicePages(ENDPOINTS.listOffboardingRequests, {}).queryFn],
    ['the session', sessionQuery.queryFn],
  ];
  test.each(queries)('%s', async (_name, queryFn) => {
    noteAct();
    await read(queryFn);
    await read(queryFn);
    noteAct();
    await read(queryFn);
    await read(queryFn);
    expect(by()).toEqual(['act', 'itself', 'act', 'itself']);
  });

  test('concurrent requests all count as acts until one is answered', async () => {
    noteAct();
    await Promise.all([read(queries[0]?.[1]), read(queries[1]?.[1]), read(queries[3]?.[1])]);
    await read(queries[2]?.[1]);
    expect(by()).toEqual(['act', 'act', 'act', 'itself']);
  });

  test('a read that never arrived reports no act', async () => {
    noteAct();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    await read(queries[0]?.[1]);
    vi.stubGlobal('fetch', fetch);
    await read(queries[0]?.[1]);
    expect(by()).toEqual(['act']);
  });

  test('following live changes is never an act, and does not use one up', async () => {
    noteAct();
    await Promise.allSettled([call(LIVE_ROUTES.liveChanges)]);
    await read(queries[0]?.[1]);
    expect(by()).toEqual(['itself', 'act']);
  });

  test('a change is always an act', async () => {
    noteAct();
    await read(queries[0]?.[1]);
    await Promise.allSettled([call(SESSION_ROUTES.signOut)]);
    await Promise.allSettled([call(SESSION_ROUTES.signOut)]);
    expect(by()).toEqual(['act', 'act', 'act']);
  });

  test('an old act does not keep the session alive', async () => {
    vi.useFakeTimers();
    noteAct();
    vi.advanceTimersByTime(5 * 60_000);
    await read(queries[0]?.[1]);
    expect(by()).toEqual(['itself']);
  });
});

describe('an operator who works without any request', () => {
  test('is reported to the server a minute later, once; an idle one is not', async () => {
    vi.useFakeTimers();
    const end = watchOperator(new QueryClient());
    for (let key = 0; key < 30; key += 1) {
      window.dispatchEvent(new Event('keydown'));
      await vi.advanceTimersByTimeAsync(1000);
    }
    await vi.advanceTimersByTimeAsync(GRAIN_MS);
    expect(asked).toEqual([{ path: CONSOLE_ROUTES.session.path, by: 'act' }]);
    await vi.advanceTimersByTimeAsync(30 * GRAIN_MS);
    expect(asked).toHaveLength(1);
    end();
  });

  test('is not reported again after a read has reported the act', async () => {
    vi.useFakeTimers();
    const end = watchOperator(new QueryClient());
    window.dispatchEvent(new Event('click'));
    await read(runningQuery.queryFn);
    await vi.advanceTimersByTimeAsync(10 * GRAIN_MS);
    expect(asked).toEqual([{ path: CONSOLE_ROUTES.batches.path, by: 'act' }]);
    end();
  });
});

test('no query sets the background header; only the client does', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  const naming = files.filter((name) =>
    /BACKGROUND_HEADER|X-Gridhelm-Background/i.test(
      readFileSync(path.join(import.meta.dirname, name), 'utf8'),
    ),
  );
  expect(naming.toSorted()).toEqual(['client.ts']);
});
