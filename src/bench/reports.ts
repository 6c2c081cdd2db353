// Reports: how fast the figures of many sessions are there, after a start and once they are in memory, and the files.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { CONSOLE_ROUTES, type ConsoleRouteName } from '../contract/console/routes.ts';
import { type Ask, type ConsoleClient, consoleOn } from './console-client.ts';
import { type Markdown, ms } from './markdown.ts';
import { reportEntityId } from './instant-world.ts';
import { type Program, type StandIn, startConsole, startInstantService } from './programs.ts';
import { spread } from './statistics.ts';

const LATENCY_MS = 5;
/** How often each question is asked once its sessions are in memory. */
const TIMES = 3;
/** After a start, in milliseconds. */
const SETTLED_MS = 5000;
const PERIOD = { period: '2026-01-01_2026-03-31' } as const;

type Query = NonNullable<Ask['query']>;

/** Asks until the answer is there. @returns milliseconds to the first answer of any kind, and to this one */
async function untilReady(client: ConsoleClient, query: Query) {
  const began = performance.now();
  let firstMs = 0;
  for (;;) {
    const { json } = await client.ask('figures', { query: { ...PERIOD, ...query } });
    firstMs ||= performance.now() - began;
    const answer = CONSOLE_ROUTES.figures.answer.parse(json);
    if (answer.state === 'ready') return { took: performance.now() - began, firstMs, answer };
    await setTimeout(50);
  }
}

/** Milliseconds that small requests took while others were answered: what holds up the event loop shows here. */
async function meanwhile<T>(client: ConsoleClient, work: Promise<T>) {
  const times: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      times.push((await client.ask('definitions')).ms);
      await setTimeout(10);
    }
  })();
  try {
    return { made: await work, ...spread(times) };
  } finally {
    over.abort();
    await asking;
  }
}

/** A console whose store has the sessions of a report. */
interface Filled {
  program: Program;
  client: ConsoleClient;
}

/** Reads sessions into a new store, and starts the console again, so that it has nothing in memory. */
async function filled(
  dir: string,
  service: StandIn,
  count: number,
  sessions: number,
): Promise<Filled> {
  const settings = {
    DATA_DIR: mkdtempSync(path.join(dir, 'reports-')),
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_AUTH_URL: service.authUrl,
    SERVICE_CLIENT_ID: 'bench',
    SERVICE_CLIENT_SECRET: 'bench',
    TRACKER_REQUESTS_PER_SECOND: '500',
  };
  const { program, client } = await consoleOn(service, settings);
  const entities = Array.from({ length: count }, (_, at) => ({
    id: reportEntityId(sessions, at),
    name: `Entity ${at}`,
    type: 'EV',
  }));
  await client.ask('importDirectory', { body: { collectives: [], entities } });
  await client.ask('readMissing', { body: { search: PERIOD } });
  for (;;) {
    const { basis } = (await untilReady(client, {})).answer;
    if (basis.unread === 0 && basis.knownLate === null) break;
    await setTimeout(1000);
  }
  await program.stop();
  // From here on it reads as good as nothing in the background.
  const quiet = { ...settings, TRACKER_REQUESTS_PER_SECOND: '1' };
  const again = await startConsole(quiet);
  await setTimeout(SETTLED_MS);
  return { program: again, client };
}

/** The figures of a report, after the start and then in other ways. */
async function figuresOf({ program, client }: Filled, count: number, sessions: number) {
  const { made, p50, most } = await meanwhile(client, untilReady(client, {}));
  const counted = made.answer.totals.reduce((sum, one) => sum + one.sessions, 0);
  const first = [
    `${count} × ${sessions}`,
    counted,
    seconds(made.took),
    ms(made.firstMs),
    `${ms(p50)}, ${ms(most)}`,
    `${program.memory().most} MB`,
  ];
  const asked: string[][] = [];
  const figures = async (name: string, query: Query) => {
    const times: number[] = [];
    for (let at = 0; at < TIMES; at += 1) times.push((await untilReady(client, query)).took);
    const { p50: half, most: longest } = spread(times.slice(1));
    asked.push([name, ms(times[0] ?? 0), ms(half), ms(longest)]);
  };
  await figures('by Entity', { by: 'entity' });
  await figures('by Entity and month', { by: 'entity.month' });
  await figures('by day, with a chart', { by: 'day', chart: 'day' });
  await figures('by hour and weekday', { by: 'hour-weekday' });
  await figures('in another zone', { by: 'month', zone: 'Europe/Zurich' });
  await figures('split at its hours', { by: 'hour', rule: 'split' });
  await figures('against the period before', { compare: 'before' });
  const others: [string, ConsoleRouteName, Query][] = [
    ['sessions of an hour of the week', 'figureSessions', { inWeekday: 2, inHour: 7 }],
    ['statements of each Entity', 'figureStatements', {}],
  ];
  for (const [name, route, query] of others) {
    const times: number[] = [];
    for (let at = 0; at < TIMES; at += 1)
      times.push((await client.ask(route, { query: { ...PERIOD, ...query } })).ms);
    const { p50: half, most: longest } = spread(times.slice(1));
    asked.push([name, ms(times[0] ?? 0), ms(half), ms(longest)]);
  }
  asked.push(['memory at its peak', `${program.memory().most} MB`, '', '']);
  return { first, asked };
}

/** Downloads the sessions at full speed; the memory is the peak during the download. */
async function takeOut({ program, client }: Filled, format: string, sessions: number) {
  const before = program.memory().now;
  let highest = before;
  const look = setInterval(() => {
    highest = Math.max(highest, program.memory().now);
  }, 50);
  const began = performance.now();
  const query = { ...PERIOD, rows: 'sessions' };
  const download = async () => {
    const answer = await client.open('figureFile', { params: { format }, query });
    let bytes = 0;
    for await (const part of answer.body ?? []) bytes += part.length;
    return bytes;
  };
  const { made: bytes, most } = await meanwhile(client, download());
  const took = performance.now() - began;
  clearInterval(look);
  const perSecond = Math.round(sessions / (took / 1000));
  return [format, sessions, seconds(took), perSecond, bytes, `${highest} MB`, ms(most)];
}

const seconds = (value: number): string => `${(value / 1000).toFixed(2)} s`;

/** Measures reports. @param isQuick uses a tenth of the Entities */
export async function reports(
  { say, table }: Markdown,
  dir: string,
  isQuick: boolean,
): Promise<void> {
  const service = await startInstantService(LATENCY_MS);
  const sizes = [
    [isQuick ? 100 : 1000, 100],
    [isQuick ? 10 : 100, 10_000],
  ] as const;
  try {
    const firsts: (string | number)[][] = [];
    let asked: string[][] = [];
    let files: (string | number)[][] = [];
    for (const [count, sessions] of sizes) {
      const report = await filled(dir, service, count, sessions);
      const figures = await figuresOf(report, count, sessions);
      firsts.push(figures.first);
      asked = figures.asked;
      files = [
        await takeOut(report, 'csv', count * sessions),
        await takeOut(report, 'xlsx', count * sessions),
      ];
      await report.program.stop();
    }
    say('## Console: reports');
    table(
      [
        'Entities × sessions',
        'Counted',
        'First figures after a start',
        'First answer',
        'Small requests meanwhile (p50, most)',
        'Peak memory',
      ],
      firsts,
    );
    table([`Figures of the larger one`, 'first', 'p50', 'most'], asked);
    table(
      ['Sessions as', 'Sessions', 'Took', 'Sessions/s', 'Bytes', 'Most memory', 'Held up'],
      files,
    );
  } finally {
    await service.stop();
  }
}
