// Reads through the console's proxy, with all its checks, beside forwarders that check nothing. Each is a process of
// its own; the Service answers at once.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { consoleOn } from './console-client.ts';
import { firstLoadBytes } from './first-load.ts';
import { COLLECTIVES, instantDirectory, memberId } from './instant-world.ts';
import { load } from './load.ts';
import type { Markdown } from './markdown.ts';
import {
  CONSOLE_ORIGIN,
  type Program,
  type StandIn,
  startForwarder,
  startInstantService,
} from './programs.ts';
import { spread } from './statistics.ts';

/** Measurements of each way, in turn: what else the machine does hits all of them. */
const ROUNDS = 5;
const REFERENCE = '@fastify/reply-from';
/** Until the programs are as fast as they get, in milliseconds. */
const WARM_UP_MS = 3000;
const READS = {
  features: ENDPOINTS.listFeatures.path,
  '25 charge sessions': ENDPOINTS.listChargeSessions.path,
  // Another one each time: it is checked and stored each time.
  'a capacity that changes': ENDPOINTS.getBatteryCapacity.path,
} as const;

/** A program that reads go through. */
interface Way {
  name: string;
  origin: string;
  program: Program;
  headers: Readonly<Record<string, string>>;
}

/** Figures of one measurement. Times in milliseconds. */
interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  cpuPerRead: number;
}

function requests(template: string, headers: Way['headers']) {
  return Array.from({ length: COLLECTIVES }, (_, at) => ({
    path: PROXY_PREFIX + fillPath(template, { entityId: memberId(at, 0) }),
    headers,
  }));
}

async function measure(
  { origin, program, headers }: Way,
  template: string,
  eachMs: number,
  connections: number,
): Promise<Measured> {
  const before = program.cpuMs();
  const figures = await load(origin, requests(template, headers), eachMs, connections);
  const reads = figures.perSecond * (eachMs / 1000);
  return { ...figures, cpuPerRead: (program.cpuMs() - before) / reads };
}

/** The median of each figure. */
function medians(rounds: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => spread(rounds.map((round) => round[figure])).p50;
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    cpuPerRead: of('cpuPerRead'),
  };
}

/** Measures all ways in turn, again and again. @returns for each way its rounds */
async function inTurn(ways: readonly Way[], template: string, eachMs: number, connections: number) {
  const rounds = ways.map((way) => ({ way, measured: new Array<Measured>() }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { way, measured } of rounds) {
      measured.push(await measure(way, template, eachMs, connections));
    }
  }
  return rounds;
}

/** The median of what one way did compared with another one, round by round. */
function ratio(measured: readonly Measured[], others: readonly Measured[]): number {
  const of = measured.map(({ perSecond }, at) => perSecond / (others[at]?.perSecond ?? 0));
  return spread(of).p50;
}

async function startWays(dir: string, service: StandIn): Promise<Way[]> {
  const { program, client } = await consoleOn(service, {
    DATA_DIR: mkdtempSync(path.join(dir, 'proxy-')),
    FLEET_POLICY: 'off',
  });
  await client.ask('importDirectory', { body: instantDirectory(0) });
  const bare = await startForwarder(service.baseUrl, 'undici');
  const replyFrom = await startForwarder(service.baseUrl, 'reply-from');
  // The same head for all: what is long to read is long for each.
  const { headers } = client;
  return [
    { name: 'bare undici', origin: bare.origin, program: bare, headers },
    { name: REFERENCE, origin: replyFrom.origin, program: replyFrom, headers },
    { name: 'console', origin: CONSOLE_ORIGIN, program, headers },
  ];
}

const exact = (value: number): string => `${value.toFixed(2)} ms`;

/** Reads through each way, with 16 connections and with one. @param eachMs for how long each time */
export async function proxy({ say, table }: Markdown, dir: string, eachMs: number): Promise<void> {
  const service = await startInstantService();
  const ways = await startWays(dir, service);
  say('## Console: a read through its proxy, beside forwarders');
  const rows: (string | number)[][] = [];
  for (const [read, template] of Object.entries(READS)) {
    for (const way of ways) await measure(way, template, WARM_UP_MS, 16);
    const busy = await inTurn(ways, template, eachMs, 16);
    const alone = await inTurn(ways, template, eachMs, 1);
    const reference = busy.find(({ way }) => way.name === REFERENCE)?.measured ?? [];
    for (const [at, { way, measured }] of busy.entries()) {
      const figures = medians(measured);
      const single = medians(alone[at]?.measured ?? []);
      rows.push([
        read,
        way.name,
        Math.round(figures.perSecond),
        ratio(measured, reference).toFixed(2),
        exact(figures.p50),
        exact(figures.p99),
        exact(figures.cpuPerRead),
        exact(single.p50),
        figures.failed + single.failed,
      ]);
    }
  }
  table(
    [
      'Read',
      'Way',
      'Reads/s',
      'Ratio',
      'p50',
      'p99',
      'Processor time per read',
      'p50, one connection',
      'Failed',
    ],
    rows,
  );
  for (const { program } of ways) await program.stop();
  await service.stop();
  say(`JavaScript of the first load of the Collectives page: ${firstLoadBytes()} bytes (brotli).`);
}
