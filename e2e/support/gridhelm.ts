import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from '../../src/contract/zod.ts';
import { until } from './until.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const START_WITHIN_MS = 60_000;
const DEVICES_DONE_MS = 60_000;

/** Settings that do not affect the data folder of a first start. */
const FITS_TEMPLATE = new Set([
  'BASEMAP_URL',
  'DISPATCH_GUARD_MINUTES',
  'PUBLIC_ORIGIN',
  'RESOLVER_SETTLE_SECONDS',
]);

/** Names of the data folders kept of first starts, each with the time it was made; see `makeTemplate`. */
const TEMPLATE = 'gridhelm-template-';
/** The demo's Offboarding Request succeeds ten minutes after the world was made: older ones are another world. */
const TEMPLATE_FRESH_MS = 3 * 60_000;

/** A data folder of a first start that is fresh enough, or undefined. */
function freshTemplate(): string | undefined {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(TEMPLATE));
  const [newest] = names
    .map((name) => Number(name.slice(TEMPLATE.length)))
    .toSorted((a, b) => b - a);
  if (newest === undefined || Date.now() - newest > TEMPLATE_FRESH_MS) return undefined;
  return path.join(tmpdir(), `${TEMPLATE}${newest}`);
}

/** A rule of the embedded service's fault controls. */
export interface FaultRule {
  endpoint: string;
  kind: string;
  /** Affects only requests whose path and query contain this text. */
  address?: string;
  status?: number;
  errors?: { code: string; message: string; description: string | null }[] | null;
  retryAfterS?: number;
  ms?: number;
  /** Number of rows kept; with `partial-list`. */
  keep?: number;
  /** Number of rows repeated or added; with `duplicate-rows` and `strangers`. */
  rows?: number;
  count?: number;
  probability?: number;
}

const ReceivedRequests = z.object({
  counts: z.record(z.string(), z.number()),
  held: z.number(),
});

const Ledger = z.object({
  batches: z.array(
    z.object({
      batchId: z.string(),
      endpoint: z.enum(['sendCommand', 'scheduleCommands']),
      collectiveId: z.string(),
      /** By the clock of the service. */
      receivedAtMs: z.number(),
      body: z.unknown(),
      commands: z.array(
        z.object({
          id: z.string(),
          entityId: z.string(),
          type: z.string(),
          value: z.string().nullable(),
          triggerTime: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

/** A batch that the embedded service accepted, and what it really did with it. */
export type LedgerBatch = z.output<typeof Ledger>['batches'][number];

/** Below the system's ephemeral ports, since a connection could take a free one before the server listens. */
const PORTS = [12_000, 32_000] as const;

/** Starts that are tried, each on other ports. */
const MOST_STARTS = 3;

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(true));
    });
  });
}

/** The output and exit of a program. */
export interface Ended {
  code: number | null;
  output: string;
}

/** Runs a program of the server bundle to its end. */
export async function runToEnd(
  program: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = launch(program, args, env);
  const output = gather(child);
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  return { code, output: output() };
}

function launch(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  dist = path.join(ROOT, 'dist'),
): ChildProcess {
  return spawn(process.execPath, [path.join(dist, 'server', program), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function gather(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  }
  return () => text;
}

/** One running Gridhelm: console, bff and embedded service in a separate process, as users run it. */
export class Gridhelm {
  readonly origin: string;
  readonly controlUrl: string;
  readonly serviceUrl: string;
  readonly #env: Record<string, string>;
  readonly #dataDir: string;
  #dist: string | undefined;
  #child: ChildProcess | null = null;
  #output: () => string = () => '';

  private constructor(
    ports: readonly [number, number, number],
    env: Readonly<Record<string, string>>,
  ) {
    const [console_, service, control] = ports;
    this.origin = `http://127.0.0.1:${console_}`;
    this.serviceUrl = `http://127.0.0.1:${service}`;
    this.controlUrl = `http://127.0.0.1:${control}`;
    this.#dataDir = mkdtempSync(path.join(tmpdir(), 'gridhelm-'));
    this.#env = {
      PORT: String(console_),
      SERVICE_PORT: String(service),
      SERVICE_CONTROL_PORT: String(control),
      DATA_DIR: this.#dataDir,
      // Tests repeat Commands; tests of the guard set it.
      DISPATCH_GUARD_MINUTES: '0',
      // Tests count their own requests; tests of the fleet set a policy.
      FLEET_POLICY: 'off',
      TRACKER_REQUESTS_PER_SECOND: '500',
      // A test may hold the service for long; tests of time-outs set their own.
      SERVICE_TIMEOUT_MS: '300000',
      ...env,
    };
  }

  /** Starts one with its own settings and data; resolves when it answers. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<Gridhelm> {
    const fits = Object.keys(env).every((name) => FITS_TEMPLATE.has(name));
    return Gridhelm.begin(env, fits ? (freshTemplate() ?? (await Gridhelm.makeTemplate())) : null);
  }

  /** @param template data folder to begin with, or null for none */
  private static async begin(
    env: Readonly<Record<string, string>>,
    template: string | null,
  ): Promise<Gridhelm> {
    for (let left = MOST_STARTS; ; left -= 1) {
      const ports = [await freePort(), await freePort(), await freePort()] as const;
      const gridhelm = new Gridhelm(ports, env);
      if (template !== null) cpSync(template, gridhelm.#dataDir, { recursive: true });
      try {
        await gridhelm.start();
        return gridhelm;
      } catch (error) {
        // Another program may have taken a port that was free when it was chosen.
        if (left === 1 || !gridhelm.output.includes('is in use')) throw error;
      }
    }
  }

  /**
   * Keeps what a first start writes (migrations, demo world), which takes most of its time, for the
   * starts of this run. Its temporary folder is removed at the end of the run.
   */
  static async makeTemplate(): Promise<string> {
    const madeAt = Date.now();
    const first = await Gridhelm.begin({}, null);
    await first.end('SIGTERM');
    const template = path.join(tmpdir(), `${TEMPLATE}${madeAt}`);
    renameSync(first.#dataDir, template);
    return template;
  }

  get output(): string {
    return this.#output();
  }

  /**
   * Starts it again on the same ports and data.
   * @param dist folder of another build, from now on
   */
  async start(dist = this.#dist): Promise<void> {
    this.#dist = dist;
    const child = launch('start.js', [], this.#env, dist);
    this.#child = child;
    this.#output = gather(child);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`not ready in time:\n${this.output}`));
      }, START_WITHIN_MS);
      child.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`ended with ${String(code)}:\n${this.output}`));
      });
      child.stdout?.on('data', () => {
        if (!this.output.includes('Gridhelm is ready')) return;
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends it with a signal and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    child.kill(signal);
    return await gone;
  }

  /** Ends it and removes its data. */
  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** Sets the faults of the embedded service; an empty list heals it. */
  async setFaults(rules: readonly FaultRule[]): Promise<void> {
    await this.#control('PUT', 'faults', rules);
  }

  /** Advances the clock of the embedded service. */
  async advanceClock(advanceMs: number): Promise<void> {
    await this.#control('POST', 'clock', { advanceMs });
  }

  /** Lets the devices finish at once, by advancing their clock a minute. */
  async finishDevices(): Promise<void> {
    await this.advanceClock(DEVICES_DONE_MS);
  }

  /** Sets how far the embedded service's clock is ahead (negative: behind), and its drift. */
  async setClock(change: { offsetMs?: number; driftPpm?: number }): Promise<void> {
    await this.#control('POST', 'clock', change);
  }

  /** What the embedded service really did: all batches that it accepted, oldest first. */
  async ledger(): Promise<LedgerBatch[]> {
    const answer = await this.#control('GET', 'ledger');
    return Ledger.parse(await answer.json()).batches;
  }

  /** How many requests the embedded service holds now, until its faults are set again. */
  async held(): Promise<number> {
    const answer = await this.#control('GET', 'requests');
    return ReceivedRequests.parse(await answer.json()).held;
  }

  /** Waits until the embedded service holds requests: nothing continues before the test releases them. */
  async untilHeld(count = 1): Promise<void> {
    await until(
      () => this.held(),
      (held) => held >= count,
    );
  }

  /** How many requests the embedded service received for an endpoint of the table. */
  async received(endpoint: string): Promise<number> {
    const answer = await this.#control('GET', 'requests');
    return ReceivedRequests.parse(await answer.json()).counts[endpoint] ?? 0;
  }

  async #control(method: string, route: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${this.controlUrl}/${route}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
