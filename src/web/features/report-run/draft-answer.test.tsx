import { screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { reportGroup, reportRun, reportSums, standing } from '../../testing/report-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { DraftAnswer } from './draft-answer.tsx';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const draftOf = (at: number, change: Partial<ReportRun> = {}) =>
  reportRun({ id: uuid(at), draft: true, hash: null, ...change });
const RUNNING = {
  state: 'running',
  finishedAt: null,
  progress: {
    entities: { total: 8, done: 2, failed: 0, waiting: 6 },
    sessions: 0,
    asked: 6,
    oldestReadAt: null,
    knownLate: null,
    offboarded: 0,
    remainingMs: null,
  },
} as const;

/** Energy by run; a run without any has no sessions yet. */
let energies: Map<string, string>;
let stands: Map<string, ReportRun>;
let asked: string[];
/** Charts are answered once this resolves. */
let charts: Promise<void>;
beforeEach(() => {
  energies = new Map();
  stands = new Map();
  asked = [];
  charts = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const [, id = '', what] = /\/runs\/([^/]+)\/(\w+)/.exec(url) ?? [];
    const by = new URL(url, 'http://console.test').searchParams.get('by') ?? '';
    if (what === 'groups') {
      const energy = energies.get(id);
      const stand = standing(stands.get(id) ?? draftOf(0));
      const groups = energy === undefined ? [] : [reportGroup(uuid(9), energy, { label: 'Van' })];
      const totals = energy === undefined ? [] : [reportSums(energy)];
      return json({ grouping: by, groups, count: groups.length, totals, doubtful: [], stand });
    }
    if (what === 'series') {
      await charts;
      return json({ grain: 'day', by: 'entity', unit: 'kWh', groups: [], points: [] });
    }
    if (url.endsWith('/collectives'))
      return json({ collectives: [], asOf: '2026-03-02T10:00:00Z' });
    return json({ entities: [], count: 0 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A draft as the server has it. */
function stored(run: ReportRun, energy?: string): ReportRun {
  stands.set(run.id, run);
  if (energy !== undefined) energies.set(run.id, energy);
  return run;
}

let change: (next: { draft: ReportRun | null; grouping?: Grouping; isOld?: boolean }) => void;
function Page({ first }: { first: ReportRun | null }) {
  const [shown, setShown] = useState<Parameters<typeof change>[0]>({ draft: first });
  useEffect(() => {
    change = setShown;
  }, []);
  const { draft, grouping = 'entity', isOld = false } = shown;
  return <DraftAnswer draft={draft} grouping={grouping} isOld={isOld} />;
}
const open = (first: ReportRun | null) => show(<Page first={first} />);
const answer = () => screen.findByRole('region', { name: 'Answer' });
const energy = async () => within(await answer()).findByText(/^[\d.]+ kWh$/);

test('shows figures, chart and rows; Entities link to pages, sessions of a draft do not', async () => {
  await open(stored(draftOf(1), '12'));
  expect((await energy()).textContent).toBe('12.00 kWh');
  expect(screen.getByText('All 2 Entities read')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Result by entity' });
  const links = within(table).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/entities/${uuid(9)}`]);
  expect(screen.queryByText(/Patterns/)).toBeNull();
});

test('figures and chart appear together, from the same read', async () => {
  let answerCharts = () => {};
  charts = new Promise((resolve) => {
    answerCharts = resolve;
  });
  await open(stored(draftOf(1, RUNNING), '3'));
  await waitFor(() => expect(asked.filter((url) => url.includes('/series?'))).toHaveLength(1));
  expect(asked.filter((url) => url.includes('/groups?'))).toHaveLength(1);
  expect(screen.queryByText('3.00 kWh')).toBeNull();
  answerCharts();
  expect((await energy()).textContent).toBe('3.00 kWh');
  expect(await screen.findByRole('figure', { name: /^Energy per day/ })).toBeTruthy();
  const count = (what: string) => asked.filter((url) => url.includes(what)).length;
  expect(count('/series?')).toBe(count('/groups?'));
});

test('old figures stay, dimmed, until the next draft has some', async () => {
  const first = stored(draftOf(1), '12');
  await open(first);
  await energy();
  change({ draft: first, isOld: true });
  await waitFor(async () => expect((await answer()).getAttribute('aria-busy')).toBe('true'));
  const next = stored(draftOf(2, RUNNING));
  change({ draft: next });
  expect(await screen.findByText('Running: 2 of 8 Entities read.')).toBeTruthy();
  expect((await energy()).textContent).toBe('12.00 kWh');
  expect((await answer()).getAttribute('aria-busy')).toBe('true');
  stored(next, '7');
  await waitFor(async () => expect((await energy()).textContent).toBe('7.00 kWh'));
  expect((await answer()).getAttribute('aria-busy')).toBe('false');
});
