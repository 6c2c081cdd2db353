// Reports: how long reading takes given latency and budget, and how fast a finished run answers.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { ConsoleRouteName } from '../contract/console/routes.ts';
import { GROUPINGS } from '../contract/console/choices.ts';
import type { ReportDefinition } from '../contract/console/report-definition.ts';
import { ReportGroups } from '../contract/console/report-result.ts';
import { ReportRun } from '../contract/console/report-run.ts';
import { type Ask, type ConsoleClient, consoleOn } from './console-client.ts';
import { type Markdown, ms } from './markdown.ts';
import { type Program, type StandIn, startReportService } from './programs.ts';
import { entityId } from './report-world.ts';
import { spread } from './statistics.ts';

const LATENCY_MS = 50;
/** Half of SERVICE_MAX_IN_FLIGHT. */
const AT_ONCE = 16;
/** How often each route is called. */
const TIMES = 5;

interface Console {
  program: Program;
  client: ConsoleClient;
  perSecond: number;
}

/** Starts a console against the stand-in service, with its first administrator signed in. */
async function startOn(dir: string, service: StandIn, perSecond: number): Promise<Console> {
  const settings = {
    DATA_DIR: mkdtempSync(path.join(dir, 'reports-')),
    TRACKER_REQUESTS_PER_SECOND: String(perSecond),
  };
  return { ...(await consoleOn(service, settings)), perSecond };
}

const definition = (entities: string[]): ReportDefinition => ({
  scope: { collectives: [], entities, types: [], tags: [] },
  period: { kind: 'range', from: '2026-01-01', to: '2026-03-31' },
  zone: 'Europe/Zurich',
  siteTime: false,
  boundary: 'split',
  grouping: 'entity',
  tariff: null,
  thresholds: { hugeEnergyKwh: 250, implausibleBatteryKwh: 200 },
});

/** Waits for a run to end, polling its progress. */
async function untilRead(client: ConsoleClient, id: string, began: number) {
  let firstMs: number | null = null;
  const meanwhile: number[] = [];
  for (;;) {
    const asked = await client.ask('reportRun', { params: { id } });
    const run = ReportRun.parse(asked.json);
    meanwhile.push(asked.ms);
    if (firstMs === null && run.progress.sessions > 0) {
      const query = { by: 'day', limit: 10 };
      const { json } = await client.ask('reportGroups', { params: { id }, query });
      if (ReportGroups.parse(json).totals.length > 0) firstMs = performance.now() - began;
    }
    if (run.state !== 'running')
      return { took: performance.now() - began, firstMs, progress: spread(meanwhile) };
    await setTimeout(firstMs === null ? 20 : 250);
  }
}

/** Pages that the Service has answered so far. */
async function pagesOf({ baseUrl }: StandIn): Promise<number> {
  return Number(await (await fetch(`${baseUrl}/pages`)).text());
}

/** Reads a report of `count` Entities with `sessions` sessions each. */
async function readReport(
  { program, client, perSecond }: Console,
  service: StandIn,
  count: number,
  sessions: number,
) {
  const entities = Array.from({ length: count }, (_, at) => entityId(sessions, at));
  const before = await pagesOf(service);
  const began = performance.now();
  const body = { definition: definition(entities), saved: null };
  const { id } = ReportRun.parse((await client.ask('startReport', { body })).json);
  const { took, firstMs, progress } = await untilRead(client, id, began);
  const pages = (await pagesOf(service)) - before;
  const idealMs = Math.max((pages * LATENCY_MS) / AT_ONCE, (pages / perSecond) * 1000);
  const row = [
    `${count} × ${sessions}`,
    `${perSecond}/s`,
    pages,
    seconds(idealMs),
    seconds(took),
    (took / idealMs).toFixed(2),
    Math.round((count * sessions) / (took / 1000)),
    ms(firstMs ?? took),
    `${ms(progress.p50)}, ${ms(progress.most)}`,
    `${program.memory().most} MB`,
  ];
  return { id, row };
}

/** Requests everything that the pages of a report show. */
async function questions(client: ConsoleClient, id: string) {
  const rows: string[][] = [];
  const several = async (name: string, route: ConsoleRouteName, query: Ask['query'] = {}) => {
    const times: number[] = [];
    for (let at = 0; at < TIMES; at += 1)
      times.push((await client.ask(route, { params: { id }, query })).ms);
    const { p50, most } = spread(times);
    rows.push([name, ms(p50), ms(most)]);
  };
  const limit = 100;
  for (const by of GROUPINGS) await several(`grouped by ${by}`, 'reportGroups', { by, limit });
  await several('Entities, most energy first', 'reportGroups', {
    by: 'entity',
    order: 'energy',
    direction: 'down',
    limit,
  });
  await several('over time, stacked', 'reportSeries', { grain: 'day', by: 'location' });
  const sessions = {
    'sessions of an Entity': { entity: entityId(10_000, 50) },
    'sessions of a day': { from: '2026-02-15', to: '2026-02-15' },
    'sessions of an hour of the week': { weekday: 2, hour: 7 },
  };
  for (const [name, filter] of Object.entries(sessions))
    await several(name, 'reportSessions', { ...filter, limit });
  await several('findings', 'reportFindings');
  return rows;
}

/** Downloads a file at full speed; the memory is the peak during the download. */
async function takeOut({ program, client }: Console, id: string, format: string, sessions: number) {
  const before = program.memory().now;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, program.memory().now);
  }, 50);
  const began = performance.now();
  const answer = await client.open('exportReport', { params: { id, format } });
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.length;
  const took = performance.now() - began;
  clearInterval(look);
  const perSecond = Math.round(sessions / (took / 1000));
  return [format, sessions, seconds(took), perSecond, bytes, `${before} MB`, `${most} MB`];
}

const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;

/** Measures reports. @param isQuick uses a tenth of the Entities */
export async function reports(
  { say, table }: Markdown,
  dir: string,
  isQuick: boolean,
): Promise<void> {
  const service = await startReportService(LATENCY_MS);
  const many = isQuick ? 10 : 100;
  const stored = many * 10_000;
  try {
    const slow = await startOn(dir, service, 20);
    const first = await readReport(slow, service, isQuick ? 100 : 1000, 100);
    await slow.program.stop();
    const fast = await startOn(dir, service, 500);
    const small = await readReport(fast, service, 1000, 100);
    const large = await readReport(fast, service, many, 10_000);
    const asked = await questions(fast.client, large.id);
    const files = [
      await takeOut(fast, large.id, 'csv', stored),
      await takeOut(fast, large.id, 'xlsx', stored),
    ];
    await fast.program.stop();
    say(
      `## Console: reports, a service that answers after ${LATENCY_MS} ms, ${AT_ONCE} requests at once`,
    );
    table(
      [
        'Entities × sessions',
        'Budget',
        'Pages',
        'Allowed by latency and budget',
        'Took',
        'Ratio',
        'Sessions/s',
        'First partial result',
        'Progress asked for meanwhile (p50, most)',
        'Peak memory',
      ],
      [first.row, small.row, large.row],
    );
    table([`Answer, ${stored} sessions stored`, 'p50', 'most'], asked);
    table(
      ['Export', 'Sessions', 'Took', 'Sessions/s', 'Bytes', 'Memory before', 'Most memory'],
      files,
    );
  } finally {
    await service.stop();
  }
}
