import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { WorldDirectory } from '../contract/console/directory-import.ts';
import { TOKEN_ENDPOINT } from '../contract/endpoints.ts';
import { messageOf } from '../lib/message-of.ts';
import { StartError } from '../lib/start-error.ts';
import { makeApp } from './app.ts';
import { makeClients } from './auth/clients.ts';
import { loadCredentials } from './auth/credentials.ts';
import { makeRateLimit } from './auth/rate-limit.ts';
import { makeTokens } from './auth/tokens.ts';
import { type WallClock, machineClock, startClock } from './clock.ts';
import type { ServiceConfig } from './config.ts';
import { commandSteps } from './devices/command-step.ts';
import { dailySessionSteps } from './devices/daily-sessions-step.ts';
import { offboardingSteps } from './devices/offboarding-step.ts';
import { type Simulation, startSimulation } from './devices/simulation.ts';
import { makeControl } from './faults/control.ts';
import { makeFaults } from './faults/faults.ts';
import { makePager } from './paging.ts';
import { openPreparedStore } from './store/prepare-store.ts';
import { type Store, readMetaNumber, tokenKey, writeMeta } from './store/store.ts';
import { makeReportedClock } from './reported-clock.ts';
import { exportDirectory } from './worlds/directory.ts';
import { exportWorld } from './worlds/export-world.ts';
import { findWorld } from './worlds/resolve.ts';

const HOST = '127.0.0.1';
/** How often the simulation advances without requests, in real milliseconds. */
const TICK_MS = 200;

/** A running embedded service. */
export interface RunningService {
  /** `http://127.0.0.1:port`; the paths of the interface are appended. */
  baseUrl: string;
  /** Address of the token endpoint. */
  authUrl: string;
  port: number;
  /** Of the demo client, which belongs to the first organisation of the world. */
  credentials: { clientId: string; clientSecret: string };
  /** Identifies world and seed. */
  worldKey: string;
  /** Resources that the organisation owned, or that were shared with it, at start. */
  directory(): WorldDirectory;
  /** Address of the fault controls, or null if they are off. */
  controlUrl: string | null;
  /** Stops listening, finishes requests in flight and closes the store. */
  close(): Promise<void>;
}

/**
 * Starts the embedded service on 127.0.0.1. Anything that came due while it was stopped is done first.
 * @param wall real time, injected by tests
 * @throws StartError if a port is in use, the data folder cannot be used or the world is not valid
 */
export async function startService(
  config: ServiceConfig,
  wall: WallClock = machineClock,
): Promise<RunningService> {
  const source = findWorld(config.world, config.seed);
  const made = await loadCredentials(config.dataDir);
  const credentials = config.client ?? {
    clientId: made.clientId,
    clientSecret: made.clientSecret,
  };
  const startedMs = startClock(wall, config.clockFactor, 0).now();
  const store = await openPreparedStore(storeFile(config, source), {
    slices: () => source.load(startedMs),
    nowMs: startedMs,
  });
  const closing: (() => Promise<void>)[] = [() => store.destroy()];
  const close = async () => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const clock = startClock(wall, config.clockFactor, await lastSeenMs(store));
    // A killed process leaves its last action in the store; time never goes back before that.
    closing.push(() => writeMeta(store, 'clock_ms', clock.now()));
    const reported = makeReportedClock(clock, config.clockOffsetMs);
    const simulation = startSimulation({
      store,
      clock,
      wall,
      kinds: [
        commandSteps(config.seed, reported),
        offboardingSteps,
        dailySessionSteps(config.seed, reported),
      ],
      failed: ({ step, error, retryInMs }) => {
        app.log.error(error, `The step "${step}" failed; it is retried in ${retryInMs} ms.`);
      },
    });
    const organisation = await store
      .selectFrom('organisation')
      .select('id')
      .where('position', '=', 1)
      .executeTakeFirstOrThrow();
    const faults = config.controlPort === null ? null : makeFaults(config.seed, clock);
    let baseUrl = '';
    const app = makeApp({
      parts: {
        store,
        pager: makePager(await tokenKey(store), () => baseUrl),
        seed: config.seed,
        reported,
      },
      clients: makeClients(store, { ...credentials, organisationId: organisation.id }),
      tokens: makeTokens(made, config.tokenTtlS, wall),
      rateLimit: makeRateLimit(config.rateLimit, wall),
      simulation,
      publicJwk: made.publicJwk,
      faults,
      baseUrl: () => baseUrl,
      logLevel: config.logLevel,
    });
    await simulation.advance();
    const directory = await exportDirectory(store, organisation.id);
    const port = await listen(app, config.port, 'SERVICE_PORT');
    baseUrl = `http://${HOST}:${port}`;
    closing.push(() => app.close());
    let controlUrl: string | null = null;
    if (faults !== null && config.controlPort !== null) {
      const control = makeControl({
        faults,
        clock,
        reported,
        simulation,
        store,
        seed: config.seed,
        world: () => exportWorld(storeFile(config, source)),
      });
      controlUrl = `http://${HOST}:${await listen(control, config.controlPort, 'SERVICE_CONTROL_PORT')}`;
      closing.push(async () => {
        faults.release();
        await control.close();
      });
    }
    closing.push(tick(simulation));
    return {
      baseUrl,
      authUrl: `${baseUrl}${TOKEN_ENDPOINT.path}`,
      port,
      credentials,
      worldKey: source.key,
      directory: () => directory,
      controlUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The latest simulated instant in a store, in milliseconds since the epoch; 0 for a new one. */
async function lastSeenMs(store: Store): Promise<number> {
  const row = await store
    .selectFrom('batch')
    .select((select) => select.fn.max('received_ms').as('last'))
    .executeTakeFirst();
  return Math.max((await readMetaNumber(store, 'clock_ms')) ?? 0, row?.last ?? 0);
}

/** The store file of the configured world. Throws StartError if there is no such world. */
export function storeFile(
  config: ServiceConfig,
  { key } = findWorld(config.world, config.seed),
): string {
  return path.join(config.dataDir, `service-${key}.db`);
}

async function listen(app: FastifyInstance, port: number, setting: string): Promise<number> {
  try {
    await app.listen({ host: HOST, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${HOST} is in use; stop the program that uses it, or set ${setting} to another port.`,
      );
    }
    throw new StartError(`Port ${port} on ${HOST} cannot be used: ${messageOf(error)}`);
  }
  const address: AddressInfo | string | null = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Advances the simulation on a short timer; returns the function that stops it. */
function tick(simulation: Simulation): () => Promise<void> {
  let turn: Promise<void> | null = null;
  const timer = setInterval(() => {
    turn ??= simulation.advance().finally(() => {
      turn = null;
    });
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await turn;
  };
}
