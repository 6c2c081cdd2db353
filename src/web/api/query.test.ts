import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { AUDIT_ROUTES } from '../../contract/console/audit.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { TEMPLATE_ROUTES } from '../../contract/console/template.ts';
import { ENDPOINTS, type RouteShape } from '../../contract/endpoints.ts';
import { TOPICS } from '../../contract/topics.ts';
import { uuid } from '../testing/samples.ts';
import { createQueryClient } from './query-client.ts';
import { mutation, pages, query } from './query.ts';

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
