import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENTITY_FINDINGS, SESSION_FINDINGS } from '../../../contract/console/report-exceptions.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { reportGroup, reportRun, reportSums, standing } from '../../testing/report-samples.ts';
import { BEFORE, GROUPS } from '../../testing/report-result-samples.ts';
import { hinted } from '../../testing/hints.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { RunPage } from './run-page.tsx';
import type { RunSearch } from './run-search.ts';

const RUN = uuid(700);
const EARLIER = uuid(701);
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const problemOf = (status: number, message: string) =>
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

/** Responses of the server by end of the path; a function gets the request's body. */
type Answer = (body: unknown) => Response | Promise<Response>;
let role = 'operator';
let run: ReportRun;
let answers: Record<string, Answer>;
let asked: string[];

const entityState = (last: number, state: 'done' | 'failed', error: string | null) => ({
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

beforeEach(() => {
  role = 'operator';
  run = reportRun();
  asked = [];
  answers = {
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
        stand: standing(run),
      }),
    before: () => json(BEFORE),
    series: () => json({ grain: 'day', by: 'entity', unit: 'kWh', groups: [], points: [] }),
    distribution: () => json({ of: 'energy', unit: 'kWh', buckets: [], without: 0 }),
    entities: () => json({ entities: [], count: 0 }),
  };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, 'http://console.test');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    asked.push(`${init?.method ?? 'GET'} ${url}${body === null ? '' : ` ${JSON.stringify(body)}`}`);
    if (pathname === '/auth/session') {
      const operator = { id: 'o', name: 'Ada', role };
      return json({
        operator,
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    }
    if (pathname === '/api/console/collectives') {
      return json({ collectives: [], asOf: '2026-03-02T15:00:00Z' });
    }
    if (pathname.endsWith('/reports/runs')) return json({ runs: [run], count: 1 });
    if (pathname.endsWith(`/runs/${EARLIER}`)) {
      return json(reportRun({ id: EARLIER, name: 'February, first reading' }));
    }
    if (pathname.endsWith(`/runs/${RUN}`)) return answers['run']?.(body) ?? json(run);
    return answers[pathname.split('/').at(-1) ?? '']?.(body) ?? problemOf(500, 'Not in this test');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (search: RunSearch = {}) =>
  show(<RunPage runId={RUN} search={search} onSearch={() => {}} />);

test('rows add up to the total shown, and link to their sessions', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Result by entity' });
  const energies = ['Van 1', 'Van 2', 'Van 3'].map((name) => {
    const row = within(table).getByRole('link', { name }).closest('tr');
    return row?.querySelectorAll('td')[2]?.textContent;
  });
  expect(energies).toEqual(['0.33', '0.33', '0.34']);
  expect(table.querySelector('tfoot')?.textContent).toContain('Total31.00');
  // What is rounded is exact in its hint.
  expect(hinted('0.3333')).toHaveLength(2);
  const link = within(table).getByRole('link', { name: 'Van 1' });
  expect(link.getAttribute('href')).toContain('tab');
  expect(screen.queryByText(/^Partial:/)).toBeNull();
});

test('the tariff is named once, where it is chosen', async () => {
  run = { ...run, hash: null, tariff: null };
  await open();
  expect(await screen.findByRole('combobox', { name: 'Tariff' })).toBeTruthy();
  expect(screen.queryByText('No tariff, so no cost')).toBeNull();
});

test('who cannot choose a tariff reads it in the heading', async () => {
  role = 'viewer';
  run = { ...run, hash: null, tariff: null };
  await open();
  expect(await screen.findByText('No tariff, so no cost')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Tariff' })).toBeNull();
});

test('a running report says that its figures are partial, and can be stopped', async () => {
  const { progress } = run;
  const entities = { total: 40, done: 12, failed: 0, waiting: 28 };
  run = {
    ...run,
    state: 'running',
    finishedAt: null,
    hash: null,
    progress: { ...progress, entities, remainingMs: 65_000 },
  };
  answers['state'] = () => json({ ...run, state: 'stopped' });
  await open();
  expect(
    await screen.findByText(/Running: 12 of 40 Entities read\. About 1 min more\./),
  ).toBeTruthy();
  expect(await screen.findByText(/^Partial: 12 of 40 Entities read/)).toBeTruthy();
  expect((await screen.findByRole('table', { name: 'Result by entity' })).textContent).toContain(
    'Total so far',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
  expect(asked).toContain(`POST /api/console/reports/runs/${RUN}/state {"state":"stopped"}`);
});

/** A run in the middle of 60 Entities. */
const running = (done: number): ReportRun => ({
  ...run,
  state: 'running',
  finishedAt: null,
  hash: null,
  progress: {
    ...run.progress,
    entities: { total: 60, done, failed: 0, waiting: 60 - done },
  },
});

test('what is said of figures is of the moment of the figures', async () => {
  run = running(40);
  answers['groups'] = () => json({ ...GROUPS, stand: standing(running(20)) });
  await open();
  expect(await screen.findByText(/^Partial: 20 of 60 Entities read so far/)).toBeTruthy();
  expect(screen.getByText(/^Running: 40 of 60 Entities read/)).toBeTruthy();
});

test('a report is complete on screen once its last figures are', async () => {
  const complete = { ...run, version: run.version + 1 };
  run = running(20);
  await open();
  expect(await screen.findByText(/^Partial: 20 of 60 Entities read so far/)).toBeTruthy();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { groups } = answers;
  run = complete;
  answers['groups'] = async () => {
    await held;
    return groups?.(null) ?? json({});
  };
  const before = asked.filter((each) => each.includes('/groups')).length;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the report' }));
  await waitFor(() =>
    expect(asked.filter((each) => each.includes('/groups')).length).toBeGreaterThan(before),
  );
  expect(screen.getByText(/^Partial: 20 of 60 Entities read so far/)).toBeTruthy();
  expect(screen.queryByText(/^All 2 Entities read/)).toBeNull();
  expect(screen.queryByText('Complete')).toBeNull();
  release();
  expect(await screen.findByText(/^All 2 Entities read/)).toBeTruthy();
  expect(screen.getByText('Complete')).toBeTruthy();
  expect(screen.queryByText(/^Partial:/)).toBeNull();
});

test('an Entity that could not be read shows the message of the Service, and is retried alone', async () => {
  const entities = { total: 3, done: 1, failed: 2, waiting: 0 };
  run = { ...run, state: 'partial', hash: null, progress: { ...run.progress, entities } };
  answers['entities'] = () =>
    json({
      entities: [entityState(8, 'failed', 'Disk full'), entityState(9, 'failed', 'Gone')],
      count: 2,
    });
  answers['retry'] = () => json({ queued: 1 });
  answers['sessions'] = () => json({ sessions: [], cursor: null });
  await open({ tab: 'sessions' });
  expect(await screen.findByText('Disk full')).toBeTruthy();
  expect(screen.getByText(/^Partial: 2 Entities could not be read/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again: Van 8' }));
  await waitFor(() =>
    expect(asked).toContain(
      `POST /api/console/reports/runs/${RUN}/retry {"entityId":"${uuid(8)}"}`,
    ),
  );
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Try all 2 again' })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try all 2 again' }));
  await waitFor(() =>
    expect(asked).toContain(`POST /api/console/reports/runs/${RUN}/retry {"entityId":null}`),
  );
});

const SEALED = { at: '2026-03-02T15:20:00Z', by: 'Ada' };

test('a finished run is sealed by an operator, and then says so', async () => {
  run = { ...run, hash: null, sealed: null };
  answers['seal'] = () => json({ ...run, hash: 'c'.repeat(64), sealed: SEALED, version: 8 });
  await open();
  expect(await screen.findByText('Not sealed')).toBeTruthy();
  expect(
    screen.getByText(/^Figures as of 2 Mar 2026, 10:12 \(Europe\/Zurich\) or later$/),
  ).toBeTruthy();
  const seal = screen.getByRole('button', { name: 'Seal' });
  await waitFor(() => expect(seal.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(seal);
  const posts = () => asked.filter((each) => each.endsWith('/seal'));
  const dialog = () => within(screen.getByRole('dialog', { name: /^Seal “/ }));
  expect(dialog().getByText(/cannot be changed or unsealed/)).toBeTruthy();
  expect(dialog().getByText(/^1 Feb 2026 to 28 Feb 2026/)).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: 'Not yet' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toEqual([]);

  fireEvent.click(screen.getByRole('button', { name: 'Seal' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Seal the report' }));
  expect(await screen.findByText('Sealed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toHaveLength(1);
  expect(hinted('Sealed by Ada on 2 Mar 2026, 16:20:00 UTC+01:00')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Seal' })).toBeNull();
  expect(asked).toContain(`POST /api/console/reports/runs/${RUN}/seal`);
});

test('paper is ready when the browser has said that it prints, and says what was sealed and counted', async () => {
  run = { ...run, sealed: SEALED };
  answers['groups'] = () =>
    json({
      grouping: 'entity',
      groups: [reportGroup(uuid(1), '4', { label: 'Van 1', sessions: 9 })],
      count: 1,
      totals: [reportSums('4', { sessions: 9 })],
      stand: standing(run),
    });
  await open({ tab: 'manifest' });
  await waitFor(() => expect(asked.some((each) => each.includes('/groups?'))).toBe(true));
  await waitFor(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const rows = within(screen.getByRole('table', { name: 'Result' })).getAllByRole('row');
    expect(rows.map((row) => row.firstChild?.textContent)).toEqual(['Entity', 'Van 1', 'Total']);
  });
  expect(screen.getByText('Sealed by Ada on 2 Mar 2026, 16:20:00 UTC+01:00')).toBeTruthy();
  expect(screen.getByText(/^9 counted of 12 sessions/)).toBeTruthy();
  expect(screen.queryByRole('tablist')).toBeNull();
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(screen.getByRole('tablist')).toBeTruthy();
});

test('a viewer reads on the button why a report is not sealed', async () => {
  role = 'viewer';
  run = { ...run, hash: null };
  await open();
  expect(await screen.findByText('Not sealed')).toBeTruthy();
  const seal = screen.getByRole('button', { name: 'Seal' });
  await waitFor(() => expect(seal.dataset['hint']).toMatch(/^The role viewer may not/));
  fireEvent.click(seal);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a report that could not be sealed says why, in the dialog', async () => {
  run = { ...run, hash: null };
  answers['seal'] = () => problemOf(503, 'The store is away.');
  await open();
  const seal = await screen.findByRole('button', { name: 'Seal' });
  await waitFor(() => expect(seal.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(seal);
  fireEvent.click(screen.getByRole('button', { name: 'Seal the report' }));
  expect(await screen.findByText('The store is away.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: /^Seal “/ }).textContent).toContain(
    'The report was not sealed',
  );
});

test('a run that waits cannot be sealed', async () => {
  run = { ...run, state: 'running', finishedAt: null, hash: null };
  await open();
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Seal' })).toBeNull();
  expect(screen.queryByText('Not sealed')).toBeNull();
});

test('what is not known of older sessions is said above the figures', async () => {
  const knownLate = { entities: 3, from: '2026-10-11T22:00:00Z' };
  run = { ...run, progress: { ...run.progress, knownLate } };
  await open();
  expect(
    await screen.findByText('Sessions of 3 Entities are known only from 12 Oct 2026.'),
  ).toBeTruthy();
});

test('a viewer sees why nothing can be started', async () => {
  role = 'viewer';
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  expect(
    await screen.findByText(/The role viewer may not make, stop or delete reports/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run again' })).toHaveProperty('disabled', true);
});

test('a failure shows the message of the server and can be retried', async () => {
  answers['run'] = () => problemOf(500, 'The store is on fire');
  await open();
  expect(await screen.findByText('The store is on fire')).toBeTruthy();
  answers = { ...answers, run: () => json(run) };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Type EV' })).toBeTruthy();
});

test('a period without sessions shows what was read', async () => {
  answers['groups'] = () =>
    json({ grouping: 'entity', groups: [], count: 0, totals: [], stand: standing(run) });
  await open();
  expect(await screen.findByText('No session belongs to this period.')).toBeTruthy();
  expect(screen.getByText(/2 Entities were read\./)).toBeTruthy();
});

test('figures from a day on are provisional', async () => {
  run = { ...run, provisionalFrom: '2026-02-26T23:00:00Z' };
  await open();
  expect(
    await screen.findByText(/figures from 27 Feb 2026, 00:00 \(Europe\/Zurich\) on may still grow/),
  ).toBeTruthy();
});

test('exceptions that were found lead to their sessions; what was not found is named', async () => {
  const counted = [...SESSION_FINDINGS, ...ENTITY_FINDINGS].map((kind) => ({
    kind,
    count: kind === 'overlap' ? 2 : kind === 'duplicates' ? 1 : 0,
  }));
  answers['findings'] = () =>
    json({ findings: counted, exclusions: [{ reason: 'outside-period', count: 4 }] });
  answers['entities'] = () =>
    json({ entities: [{ ...entityState(5, 'done', null), duplicates: 3 }], count: 1 });
  await open({ tab: 'exceptions' });
  const table = await screen.findByRole('table', { name: 'Anomalous sessions' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  const rest = screen.getByText(`${SESSION_FINDINGS.length - 1} other checks found nothing`);
  expect(rest.parentElement?.querySelectorAll('li')).toHaveLength(SESSION_FINDINGS.length - 1);
  expect(within(table).getAllByRole('link')).toHaveLength(1);
  expect(within(table).getByRole('link', { name: /^Overlaps another session/ })).toBeTruthy();
  expect(
    await screen.findByText(/Listed twice by the Service, and counted once: 3 sessions/),
  ).toBeTruthy();
});

test('a manifest that is not sealed yet is explained', async () => {
  run = { ...run, state: 'stopped', hash: null };
  answers['manifest'] = () => problemOf(409, 'The run is not sealed.');
  await open({ tab: 'manifest' });
  expect(await screen.findByText('There is no manifest yet.')).toBeTruthy();
});

test('a repeated run is compared with its original: nothing differs', async () => {
  run = { ...run, relation: { kind: 'again', run: EARLIER } };
  const totals = [reportSums('1', { sessions: 3 })];
  answers['comparison'] = () =>
    json({
      earlier: EARLIER,
      later: RUN,
      added: 0,
      vanished: 0,
      changed: 0,
      same: 3,
      totals: { earlier: totals, later: [reportSums('1.25', { sessions: 3 })] },
    });
  answers['groups'] = () =>
    json({
      grouping: 'entity',
      rows: [
        {
          key: uuid(1),
          earlierKey: null,
          label: 'Van 1',
          unit: 'kWh',
          earlier: null,
          later: reportSums('1.25'),
        },
      ],
      count: 1,
    });
  answers['differences'] = () => json({ sessions: [], cursor: null });
  await open({ tab: 'compare' });
  expect(
    await screen.findByText('Nothing differs: all 3 sessions are the same in both.'),
  ).toBeTruthy();
  const sideBySide = screen.getByRole('table', { name: 'Totals side by side' });
  expect(within(sideBySide).getByText('+0.25')).toBeTruthy();
  expect(within(sideBySide).getByText('+25.0 %')).toBeTruthy();
  expect(await screen.findByText('+1.25')).toBeTruthy();
  expect(await screen.findByText('No session is changed.')).toBeTruthy();
});

test('a list of sessions stays as read when the run continues, and says so', async () => {
  const one = {
    entityId: uuid(1),
    entityName: 'Van 1',
    id: uuid(40),
    start: '2026-02-01T10:00:00Z',
    end: '2026-02-01T11:00:00Z',
    zone: null,
    unit: 'kWh',
    energy: '10.5',
    energyInGroup: '10.5',
    registers: { t1: '10.5', t2: null, t3: null, t4: null },
    cost: null,
    unpriced: '0',
    averagePowerW: null,
    socStart: null,
    socEnd: null,
    rangeGainKm: null,
    locationId: null,
    locationLabel: null,
    address: null,
    excluded: 'outside-period',
    findings: ['missing-fields'],
  };
  const complete = run;
  run = { ...run, state: 'running', finishedAt: null, hash: null };
  answers['sessions'] = () => json({ sessions: [one], cursor: null });
  await open({ tab: 'sessions', finding: 'missing-fields' });
  const table = await screen.findByRole('table', { name: 'Sessions' });
  expect(table.textContent).toContain('In no total: Belongs to another period; Fields are missing');
  expect(screen.getByRole('button', { name: 'Remove the filter Fields are missing' })).toBeTruthy();
  run = complete;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the report' }));
  expect(await screen.findByText(/The run has continued since this list was read/)).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Sessions' })).toBe(table);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the sessions' }));
  await waitFor(() => expect(screen.queryByText(/The run has continued/)).toBeNull());
});

test('a refused file is not saved, with the message of the server', async () => {
  answers['csv'] = () => problemOf(409, 'This report was read again while the file was written.');
  await open({ tab: 'manifest' });
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(screen.getByRole('button', { name: 'CSV by entity' }));
  expect(await screen.findByText(/^The file was not saved:/)).toBeTruthy();
  expect(screen.getByText('This report was read again while the file was written.')).toBeTruthy();
  expect(asked).toContain(`GET /api/console/reports/runs/${RUN}/export/csv?by=entity`);
});
