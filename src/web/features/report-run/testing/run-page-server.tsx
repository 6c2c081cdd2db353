import { afterEach, beforeEach, vi } from 'vitest';
import type { ReportRun } from '../../../../contract/console/report-run.ts';
import { show } from '../../../testing/render.tsx';
import { BEFORE, FINDINGS } from '../../../testing/report-result-samples.ts';
import { reportGroup, reportRun, reportSums, standing } from '../../../testing/report-samples.ts';
import { uuid } from '../../../testing/samples.ts';
import { RunPage } from '../run-page.tsx';
import type { RunSearch } from '../run-search.ts';

export const RUN = uuid(700);

/** Responses of the server by end of the path; a function gets the request's body. */
type Answer = (body: unknown) => Response | Promise<Response>;

/** What the server of a page of a run has and is asked, until the end of a test. */
interface RunPageServer {
  role: string;
  run: ReportRun;
  answers: Record<string, Answer>;
  /** Method, address and body of each request. */
  asked: string[];
}

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

export const problemOf = (status: number, message: string) =>
  json(
    {
      code: status === 409 ? 'changed_since' : 'internal',
      source: 'console',
      errors: [{ code: null, message, description: null }],
      upstreamStatus: null,
      requestId: 'req-7',
    },
    status,
  );

export const entityState = (last: number, state: 'done' | 'failed', error: string | null) => ({
  entityId: uuid(last),
  name: `Van ${last}`,
  type: 'EV',
  state,
  sessions: 6,
  duplicates: 0,
  readAt: '2026-03-02T09:12:00Z',
  lateFrom: null,
  capture: true,
  error,
});

/** How a page of a run is answered unless a test says otherwise. */
function usualAnswers(server: RunPageServer): Record<string, Answer> {
  return {
    groups: () =>
      json({
        grouping: 'entity',
        groups: [
          reportGroup(uuid(1), '0.3333', { label: 'Van 1' }),
          reportGroup(uuid(2), '0.3333', { label: 'Van 2' }),
          reportGroup(uuid(3), '0.3334', { label: 'Van 3' }),
        ],
        count: 3,
        totals: [reportSums('1', { sessions: 3 })],
        doubtful: [{ unit: 'kWh', sessions: 2 }],
        stand: standing(server.run),
      }),
    before: () => json(BEFORE),
    series: () => json({ grain: 'day', by: 'entity', unit: 'kWh', groups: [], points: [] }),
    entities: () => json({ entities: [], count: 0 }),
    findings: () => json(FINDINGS),
  };
}

async function respond(server: RunPageServer, url: string, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(url, 'http://console.test');
  const { answers, run, role } = server;
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
  const sent = body === null ? '' : ` ${JSON.stringify(body)}`;
  server.asked.push(`${init?.method ?? 'GET'} ${url}${sent}`);
  if (pathname === '/auth/session') {
    const operator = { id: 'o', name: 'Ada', role };
    const signIn = { demo: [], password: false, setup: false };
    return json({ operator, signIn, embedded: true });
  }
  if (pathname === '/api/console/collectives') {
    return json({ collectives: [], asOf: '2026-03-02T15:00:00Z' });
  }
  if (pathname.endsWith(`/runs/${RUN}`)) return answers['run']?.(body) ?? json(run);
  return answers[pathname.split('/').at(-1) ?? '']?.(body) ?? problemOf(500, 'Not in this test');
}

/** Serves the page of a run to each test of a file, which changes what it has and answers. */
export function serveRunPage(): RunPageServer {
  const server: RunPageServer = { role: 'operator', run: reportRun(), answers: {}, asked: [] };
  beforeEach(() => {
    server.role = 'operator';
    server.run = reportRun();
    server.answers = usualAnswers(server);
    server.asked = [];
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => respond(server, url, init));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return server;
}

/** Opens the page. */
export const open = (search: RunSearch = {}) =>
  show(<RunPage runId={RUN} search={search} onSearch={() => {}} />);
