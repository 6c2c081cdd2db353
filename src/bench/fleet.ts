// The fleet store: how long the first fill takes beside what the budget allows, and what operators
// notice of it. The embedded service and the console are processes of their own.
import { mkdtempSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { FleetStatus } from '../contract/console/fleet.ts';
import { TOKEN_ENDPOINT, type EndpointName } from '../contract/endpoints.ts';
import { openReadOnly } from '../store/dialect/sqlite.ts';
import type { Store } from '../store/schema/schema.ts';
import { type ConsoleClient, consoleOn } from './console-client.ts';
import { enlarge } from './fleet-world.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONTROL, SERVICE_ORIGIN, startService } from './programs.ts';
import { authorization, credentialsIn, passDirectly, received } from './service-world.ts';
import { type Spread, spread } from './statistics.ts';

/**
 * Worlds by their Entities, with so many copies of each of the ten sessions of an Entity, and after how
 * many milliseconds the fill is cut short.
 */
const WORLDS: Readonly<Record<number, { world: string; copies: number; cutMs: number }>> = {
  1000: { world: 'fleet-1k', copies: 9, cutMs: Infinity },
  10_000: { world: 'fleet-10k', copies: 9, cutMs: Infinity },
  // All of it takes almost two hours with a budget of 100 a second.
  100_000: { world: 'fleet-100k', copies: 0, cutMs: 300_000 },
};

/** What the console reads of an Entity. */
const READ: readonly EndpointName[] = [
  'listLocations',
  'listCommands',
  'listFeatures',
  'getBatteryCapacity',
  'listChargeSessions',
];

/** How long is measured while nothing is read, in milliseconds. */
const IDLE_MS = 30_000;
/** The Overview of an operator in this zone. */
const OVERVIEW = { query: { zone: 'Europe/Amsterdam' } };
/** Between two questions of an operator, in milliseconds. */
const PAUSE_MS = 50;

interface Answers {
  overview: Spread;
  proxied: Spread;
  /** The same read asked of the Service itself, which is busy answering the console. */
  direct: Spread;
}

/** Asks as an operator does, one question after the other, until it is over. */
async function operate(
  client: ConsoleClient,
  token: string,
  collectives: readonly string[],
  isOver: () => boolean,
): Promise<Answers> {
  const overview: number[] = [];
  const proxied: number[] = [];
  const direct: number[] = [];
  while (!isOver()) {
    overview.push((await client.ask('overview', OVERVIEW)).ms);
    await setTimeout(PAUSE_MS);
    const collectiveId = collectives[proxied.length % collectives.length] ?? '';
    // The console does not read this for its store.
    proxied.push(await client.pass('listMembers', { collectiveId }));
    await setTimeout(PAUSE_MS);
    direct.push(await passDirectly(token, 'listMembers', { collectiveId }));
    await setTimeout(PAUSE_MS);
  }
  return { overview: spread(overview), proxied: spread(proxied), direct: spread(direct) };
}

/**
 * Waits until everything was read once, or the fill is cut short.
 * @param cutAt by performance.now()
 * @returns when, by performance.now()
 */
export async function untilFilled(
  client: ConsoleClient,
  entities: number,
  cutAt: number,
): Promise<number> {
  while (performance.now() < cutAt) {
    const status = FleetStatus.parse((await client.ask('fleetStatus')).json);
    const isRead = status.due === 0 && status.resources.every(({ never }) => never === 0);
    if (status.entities === entities && isRead) return performance.now();
    // A question costs the more, the more Entities there are.
    await setTimeout(Math.max(250, entities / 10));
  }
  return performance.now();
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** Seconds with their unit. */
const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;

/** What an operator waits for while the store fills, beside an idle console. */
function compared(name: string, busy: Spread, idle: Spread | null): string[] {
  const whileItFills = [busy.p50, busy.p99, busy.most].map(ms);
  if (idle === null) return [name, ...whileItFills, '', '', '', ''];
  const afterwards = [idle.p50, idle.p99, idle.most].map(ms);
  return [name, ...whileItFills, ...afterwards, (busy.p99 / idle.p99).toFixed(2)];
}

async function requestsOf(endpoints: readonly EndpointName[]): Promise<number> {
  const counts = await Promise.all(endpoints.map((endpoint) => received(endpoint)));
  return counts.reduce((sum, { requests }) => sum + requests, 0);
}

async function sessionsIn(dataDir: string): Promise<{ sessions: number; bytes: number }> {
  const file = path.join(dataDir, 'console.db');
  const store = openReadOnly<Store>(file);
  const { sessions } = await store
    .selectFrom('fleet_sessions')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .executeTakeFirstOrThrow();
  await store.destroy();
  return { sessions, bytes: statSync(file).size };
}

/**
 * Fills the store of a console from an embedded service.
 * @param entities 1,000, 10,000 or 100,000
 * @param perSecond the console's budget
 */
export async function fleet(
  { say, table }: Markdown,
  dir: string,
  entities: number,
  perSecond: number,
): Promise<void> {
  const chosen = WORLDS[entities];
  if (chosen === undefined) {
    throw new Error(
      `There is no world of ${entities} Entities: ${Object.keys(WORLDS).join(', ')}.`,
    );
  }
  const { world, copies, cutMs } = chosen;
  const serviceDir = mkdtempSync(path.join(dir, 'fleet-service-'));
  const dataDir = mkdtempSync(path.join(dir, 'fleet-'));
  const settings = { ...CONTROL.setting, DATA_DIR: serviceDir, SERVICE_WORLD: world };
  await (await startService(settings)).stop();
  const { directory, sessions } = await enlarge(serviceDir, world, copies);
  const service = await startService(settings);
  const token = await authorization(serviceDir);
  const authUrl = SERVICE_ORIGIN + TOKEN_ENDPOINT.path;
  const { program, client } = await consoleOn(
    { baseUrl: SERVICE_ORIGIN, authUrl, ...credentialsIn(serviceDir) },
    { DATA_DIR: dataDir, TRACKER_REQUESTS_PER_SECOND: String(perSecond) },
  );
  try {
    const collectives = directory.collectives.map(({ id }) => id);
    await client.ask('importDirectory', { body: directory });
    const began = performance.now();
    let filledAt: number | null = null;
    const [tookMs, busy] = await Promise.all([
      untilFilled(client, directory.entities.length, began + cutMs).then(
        (at) => (filledAt = at) - began,
      ),
      operate(client, token, collectives, () => filledAt !== null),
    ]);
    const requests = await requestsOf(READ);
    const memory = program.memory();
    const idleUntil = performance.now() + IDLE_MS;
    const isCut = tookMs >= cutMs;
    // A fill that is cut short has not ended: the console is not idle yet.
    const idle = isCut
      ? null
      : await operate(client, token, collectives, () => performance.now() >= idleUntil);
    await program.stop();
    const kept = await sessionsIn(dataDir);
    const allowedMs = (requests / perSecond) * 1000;
    const perMillion = (kept.bytes / kept.sessions) * 1_000_000;
    const cut = isCut ? `, cut short after ${seconds(cutMs)}` : '';
    say(`## Console: the first fill of the fleet store, ${world}, ${sessions} sessions${cut}`);
    table(
      [
        'Budget',
        'Requests at the service',
        'Per Entity',
        'Allowed by the budget',
        'Took',
        'Ratio',
        'Sessions kept',
        'Memory (peak)',
        'Size of console.db',
        'Per 1,000,000 sessions',
      ],
      [
        [
          `${perSecond}/s`,
          requests,
          (requests / directory.entities.length).toFixed(2),
          seconds(allowedMs),
          seconds(tookMs),
          (tookMs / allowedMs).toFixed(2),
          kept.sessions,
          `${memory.now} MB (${memory.most} MB)`,
          megabytes(kept.bytes),
          megabytes(perMillion),
        ],
      ],
    );
    table(
      ['Answer', 'p50 while it fills', 'p99', 'most', 'p50 idle', 'p99', 'most', 'Ratio of p99'],
      [
        compared('Overview', busy.overview, idle?.overview ?? null),
        compared("An operator's read through the proxy", busy.proxied, idle?.proxied ?? null),
        compared('The same read, asked of the service', busy.direct, idle?.direct ?? null),
      ],
    );
  } finally {
    await program.stop();
    await service.stop();
  }
}
