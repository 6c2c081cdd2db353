import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { AUDIT_ROUTES } from '../../contract/console/audit.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { TEMPLATE_ROUTES } from '../../contract/console/template.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Page } from '../../contract/paging.ts';
import type { RouteShape } from '../../contract/route.ts';
import { TOPICS } from '../../contract/topics.ts';
import { uuid, problem } from '../testing/samples.ts';
import { ApiError, shouldRetryRead } from './client.ts';
import { createQueryClient } from './query-client.ts';
import { mutation, pages, query } from './query.ts';
import { endsInLoop, mergeRows, servicePages } from './service-pages.ts';

const ROUTES: [string, RouteShape][] = [
  ...Object.entries(CONSOLE_ROUTES),
  ...Object.entries(ENDPOINTS),
];

/** Answers requests by their path and records them. */
function serve(answers: Readonly<Record<string, () => Response>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    const [path = ''] = url.split('?');
    return answers[path]?.() ?? Response.json({}, { status: 404 });
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a change has what shows its topics read again before it ends, also when it fails', async () => {
  const path = '/api/console/templates';
  let saves = 0;
  const asked = serve({
    [path]: () => Response.json({ templates: [], asOf: '2026-03-02T14:02:31Z' }),
    [`${path}/${uuid(1)}`]: () => {
      saves += 1;
      return saves === 1 ? new Response(null, { status: 204 }) : Response.json({}, { status: 500 });
    },
  });
  const client = createQueryClient(() => {});
  const leave = new QueryObserver(client, query(TEMPLATE_ROUTES.templates)).subscribe(() => {});
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const remove = new MutationObserver(client, mutation(TEMPLATE_ROUTES.deleteTemplate));
  await remove.mutate({ params: { id: uuid(1) } });
  expect(asked).toEqual([`GET ${path}`, `DELETE ${path}/${uuid(1)}`, `GET ${path}`]);
  await expect(remove.mutate({ params: { id: uuid(1) } })).rejects.toThrow('500');
  expect(asked.slice(3)).toEqual([`DELETE ${path}/${uuid(1)}`, `GET ${path}`]);
  leave();
});

test('pages are asked for one after another, and nothing is asked without an input', async () => {
  const rows = (before: number | null) => ({
    acts: [],
    names: {},
    before,
    asOf: '2026-03-02T14:02:31Z',
  });
  let at = 0;
  const asked = serve({
    '/api/console/audit': () => {
      at += 1;
      return Response.json(rows(at === 1 ? 7 : null));
    },
  });
  const client = createQueryClient(() => {});
  const next = (read: readonly { before: number | null }[]) => {
    const before = read.at(-1)?.before ?? null;
    return before === null ? null : { before };
  };
  const observer = new InfiniteQueryObserver(
    client,
    pages(AUDIT_ROUTES.audit, { query: { limit: 5 } }, next),
  );
  const leave = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().hasNextPage).toBe(true));
  await observer.fetchNextPage();
  expect(asked).toEqual([
    'GET /api/console/audit?limit=5',
    'GET /api/console/audit?limit=5&before=7',
  ]);
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
  const idle = new QueryObserver(client, query(CONSOLE_ROUTES.sealedReport, null));
  const end = idle.subscribe(() => {});
  expect(idle.getCurrentResult().fetchStatus).toBe('idle');
  leave();
  end();
});

/** Changes that make nothing stale that is on screen while they are done. */
const TOUCH_NOTHING = new Set([
  'beginProvider',
  'bulkTargets',
  'changePassword',
  'demoSignIn',
  'dryRun',
  'dryRunList',
  'finishProvider',
  'firstAdministrator',
  'leaveProvider',
  'passwordSignIn',
  'confirmIdentity',
  'readLink',
  'previewImport',
  'readPrices',
  'resetPassword',
  'signOut',
]);

test.each(ROUTES.filter(([, { method }]) => method !== 'GET'))(
  'the change %s names what it touches, and something shows it',
  (name, { touches = [] }) => {
    expect(touches.length > 0).toBe(!TOUCH_NOTHING.has(name));
    for (const topic of touches) {
      expect(TOPICS).toContain(topic);
      expect(ROUTES.some(([, { shows = [] }]) => shows.includes(topic))).toBe(true);
    }
  },
);

test('a read is retried once if that can help, and never after a refusal', () => {
  expect(shouldRetryRead(0, new ApiError('network', 'reset'))).toBe(true);
  expect(shouldRetryRead(0, problem('upstream_unavailable', 502))).toBe(true);
  expect(shouldRetryRead(1, new ApiError('network', 'reset'))).toBe(false);
  expect(shouldRetryRead(0, problem('forbidden', 403))).toBe(false);
  expect(shouldRetryRead(0, new Error('x'))).toBe(false);
});

test('any call that finds the session ended or another operator’s reports it; other failures do not', async () => {
  const onSessionLost = vi.fn<(thrown: unknown) => void>();
  const client = createQueryClient(onSessionLost);
  const read = (error: Error) =>
    client.fetchQuery({
      queryKey: [error.message],
      queryFn: () => {
        throw error;
      },
    });
  await expect(read(problem('forbidden', 403))).rejects.toThrow('forbidden');
  expect(onSessionLost).not.toHaveBeenCalled();
  const lost = [problem('not_signed_in', 401), problem('another_operator', 409)];
  for (const failure of lost) await expect(read(failure)).rejects.toThrow(failure.message);
  expect(onSessionLost.mock.calls).toEqual(lost.map((failure) => [failure]));
});

function page(token: string | null, ...ids: string[]): Page<{ id: string }> {
  return { data: ids.map((id) => ({ id })), meta: { continuationToken: token, pageSize: 2 } };
}

const asked = (...tokens: (string | undefined)[]) =>
  tokens.map((continuationToken) => ({ continuationToken }));
const MEMBERS = servicePages(ENDPOINTS.listMembers, { params: { collectiveId: uuid(1) } });

function pageAfter(read: Page<{ id: string }>[], tokens: (string | undefined)[]) {
  const members = read.map(({ meta, data }) => ({
    meta,
    data: data.map(({ id }) => ({ id, name: null, emailAddress: null })),
  }));
  const [last] = members.slice(-1);
  if (last === undefined) return null;
  return MEMBERS.getNextPageParam(last, members, {}, asked(...tokens));
}

test('continues with a new token and ends without one', () => {
  expect(pageAfter([page('b', '1')], [undefined])).toEqual({ continuationToken: 'b' });
  expect(pageAfter([page(null, '1')], [undefined])).toBeNull();
  expect(pageAfter([page('', '1')], [undefined])).toBeNull();
});

test('ends at a token already used, which is distinguishable from the end', () => {
  expect(pageAfter([page('a', '1'), page('a', '2')], [undefined, 'a'])).toBeNull();
  expect(endsInLoop([page('a', '1'), page('a', '2')], asked(undefined, 'a'))).toBe(true);
  expect(endsInLoop([page('a', '1'), page(null, '2')], asked(undefined, 'a'))).toBe(false);
});

test('ends if pages repeat under ever new tokens; an empty page is no repetition', () => {
  const again = [page('a', '1', '2'), page('b', '2', '1')];
  expect(pageAfter(again, [undefined, 'a'])).toBeNull();
  expect(endsInLoop(again, asked(undefined, 'a'))).toBe(true);
  expect(pageAfter([page('a', '1'), page('b')], [undefined, 'a'])).toEqual({
    continuationToken: 'b',
  });
  expect(pageAfter([page('a', '1'), page('b', '1', '2')], [undefined, 'a'])).toEqual({
    continuationToken: 'b',
  });
});

test('rows of all pages, each once, in order; types by their name', () => {
  const rows = mergeRows([page('a', '1', '2'), page(null, '2', '3')]);
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
  const types = [{ data: [{ type: 'Vehicle' }, { type: 'Battery' }, { type: 'Vehicle' }] }];
  expect(mergeRows(types)).toHaveLength(2);
});
