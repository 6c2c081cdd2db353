import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DirectoryImport } from '../contract/console/directory-import.ts';
import { messageOf } from '../lib/message-of.ts';
import { openReadOnly, openSqlite } from '../store/dialect/sqlite.ts';
import { StartError } from '../lib/start-error.ts';
import { buildApp } from './app.ts';
import { createAnswerSubscriber } from '../operations/answers.ts';
import { recordReset } from '../operations/audit/sign-ins.ts';
import type { Anchor } from '../operations/audit/anchor-file.ts';
import { bulkRoutes } from '../operations/bulk/bulk-routes.ts';
import { createBulkRunner } from '../operations/bulk/bulk-runner.ts';
import { REAL_CLOCK, type Clock } from '../lib/clock.ts';
import { createChecks } from './wire-checks.ts';
import type { ConsoleConfig } from './config.ts';
import { FLEET_POLICY } from '../domain/fleet-policy.ts';
import { isLoopback } from '../lib/loopback.ts';
import { learnMembership } from '../operations/directory/from-answer.ts';
import { createLearning } from '../operations/directory/learning.ts';
import { seedDirectory } from '../operations/directory/seed.ts';
import { directoryRoutes } from '../operations/directory/directory-routes.ts';
import { createDispatcher } from '../operations/dispatch/send/dispatcher.ts';
import { recoverIntents } from '../operations/dispatch/send/ledger.ts';
import { dispatchRoutes } from '../operations/dispatch/send/dispatch-routes.ts';
import type { ConnectionLimits } from '../bff/http/connection-limits.ts';
import type { Route } from '../bff/http/route.ts';
import { createFleet } from '../operations/fleet/fleet.ts';
import { createFleetLearning } from '../operations/fleet/fleet-learning.ts';
import { createOutageBreaker } from '../operations/jobs/outage-and-rate-limit.ts';
import { startOverview } from '../operations/overview/overview-routes.ts';
import { proxyRoutes } from '../bff/proxy/proxy-routes.ts';
import { startRecords } from './wire-records.ts';
import { createReports } from '../operations/reports/reports.ts';
import { authRoutes, resolveSession } from '../bff/session/auth-routes.ts';
import { knownBrowserCookie, sessionCookie } from '../bff/session/cookie.ts';
import { createPasswordSignIns } from '../bff/session/password-sign-in.ts';
import { createSessions } from '../bff/session/sessions.ts';
import { lockDataDir } from '../store/data-lock.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';
import type { Store } from '../store/schema/schema.ts';
import { createStoreHealth } from '../store/store-health.ts';
import { createUpstreamClient } from '../bff/upstream/client.ts';
import type { UpstreamSettings } from '../bff/upstream/settings.ts';
import { createTracking } from './wire-tracking.ts';
import { requireWebFiles } from './web-files.ts';

/** What the console's server is started with. */
export interface ConsoleOptions {
  config: ConsoleConfig;
  upstream: UpstreamSettings;
  /** Whether the upstream is the embedded service, with simulated devices. */
  embedded: boolean;
  /** Folder of the built page. */
  webDir: string;
  /** The directory of the embedded service's world. */
  seed: { source: string; directory: DirectoryImport } | null;
  /** Takes the line with the one-time code for the first administrator, where one is needed. */
  setupCodeSink?: (line: string) => void;
  /** Absent: the machine's; a test has its own. */
  clock?: Clock;
  /** How long requests may take to arrive; absent: the usual. */
  connectionLimits?: ConnectionLimits;
  /** Takes log lines; absent: standard output. */
  logTo?: { write(line: string): unknown };
}

/** A console that serves. */
export interface RunningConsole {
  /** The address that browsers use. */
  origin: string;
  port: number;
  /** All routes that it serves, with their rules. */
  routes: readonly Route[];
  /** Finishes dispatches in flight, stores them, and stops. */
  close(): Promise<void>;
}

/** After this long, connections that have not closed are cut, in milliseconds. */
const CLOSE_MS = 10_000;

async function listen(app: FastifyInstance, { host, port }: ConsoleConfig): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is in use; stop the other program or set PORT to a free one.`,
      );
    }
    throw new StartError(`The console cannot listen on ${host}, port ${port}: ${messageOf(error)}`);
  }
  return portOf(app.server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') {
    throw new StartError('The console does not listen on a TCP port.');
  }
  return address.port;
}

/** Undoes, in reverse order, what a start has done so far. */
async function undo(steps: (() => unknown)[]): Promise<void> {
  for (const step of steps.toReversed()) await step();
}

/**
 * Starts the console's server: data folder, store, what a stopped process left open, directory, and
 * only then the port.
 * @throws StartError in one clear line
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const steps: (() => unknown)[] = [];
  try {
    return await startSteps(options, steps);
  } catch (error) {
    await undo(steps);
    throw error;
  }
}

async function startSteps(
  options: ConsoleOptions,
  steps: (() => unknown)[],
): Promise<RunningConsole> {
  const { config, embedded } = options;
  const clock = options.clock ?? REAL_CLOCK;
  const agesBy = config.fleetPolicy ?? FLEET_POLICY;
  requireWebFiles(options.webDir);
  steps.push(lockDataDir(config.dataDir));
  const file = path.join(config.dataDir, 'console.db');
  const db = await openSqlite<Store>(file, MIGRATIONS);
  steps.push(() => db.destroy());
  const reader = openReadOnly<Store>(file);
  steps.push(() => reader.destroy());
  let warn = (_error: unknown, _what: string) => {};
  let sayHead = (_anchor: Anchor) => {};
  let onWritable = () => {};
  const storeHealth = createStoreHealth({
    db,
    clock,
    onChange(error) {
      if (error !== null) warn(error, 'the store cannot be written; nothing can be changed');
      onWritable();
    },
  });
  const records = await startRecords({
    db,
    clock,
    config,
    warn: (error, what) => {
      warn(error, what);
    },
    onAnchor: (anchor) => {
      sayHead(anchor);
    },
  });
  steps.push(() => records.stop());
  await recoverIntents(db, clock.now());
  await seedDirectory(db, options.seed, clock.now());

  const secure = config.publicOrigin?.startsWith('https:') ?? false;
  const demo =
    embedded &&
    isLoopback(config.host) &&
    (config.publicOrigin === null || isLoopback(new URL(config.publicOrigin).hostname));
  const sessions = createSessions({
    db,
    reader,
    clock,
    demo,
    events: {
      onEnded: records.onSessionEnd,
      onStoreFailure: (error) => {
        storeHealth.suspect(error);
      },
    },
  });
  const passwords = demo ? null : await createPasswordSignIns(db, clock);
  const learning = createLearning({
    db,
    clock,
    onError: (error) => {
      warn(error, 'what an answer told could not be stored in the directory');
    },
  });
  steps.push(() => learning.settle());
  const answers = createAnswerSubscriber({
    ...learning,
    onCommand: (command) => tracking.observer.learn(command),
    onCommands: (entityId, commands) => checks.resolver.note(entityId, commands),
    onCollective: (collective) => learnMembership(db, collective, clock.now()),
    onError: (error) => {
      warn(error, 'the result of a change could not be stored');
    },
    fleet: createFleetLearning({
      db,
      clock,
      policy: config.fleetPolicy,
      onStored: () => {
        tracking.notifier.notify();
      },
    }),
  });
  const upstream = answers.watch(createUpstreamClient(options.upstream, clock));
  steps.push(() => upstream.close());
  const cookie = sessionCookie(secure);
  const breaker = createOutageBreaker(clock);
  const tracking = createTracking({
    db,
    clock,
    upstream,
    breaker,
    config,
    storeHealth,
    whoAsks: (request) => resolveSession({ sessions, cookie }, request),
    onError: (error, what) => {
      warn(error, what);
    },
  });
  steps.push(() => tracking.stop());
  const checks = createChecks({
    db,
    clock,
    upstream,
    config,
    budget: tracking.budget,
    breaker,
    onChange: (adopted) => {
      tracking.notifier.notify();
      if (adopted) tracking.tracker.wake();
    },
    onError: (error, what) => {
      warn(error, what);
    },
  });
  steps.push(() => checks.resolver.stop());
  const fleet = createFleet({
    db,
    reader,
    clock,
    upstream,
    budget: tracking.budget.limiter('fleet'),
    breaker,
    policy: config.fleetPolicy,
    isWritable: () => storeHealth.isWritable(),
    requestsPerSecond: config.requestsPerSecond,
    // The other half is left to operators and to what follows Commands.
    atOnce: Math.ceil(options.upstream.maxInFlight / 2),
    listen: (listener) => tracking.notifier.listen(listener),
    onStored: () => {
      tracking.notifier.notify();
      reports.onStored();
    },
    onChange: () => {
      tracking.notifier.notify();
    },
    onCommands: (entityId, commands) => checks.resolver.note(entityId, commands),
    onError: (error, what) => {
      warn(error, what);
    },
  });
  steps.push(() => fleet.stop());
  const overview = startOverview({ db, reader, clock, energy: fleet.energy, policy: agesBy });
  steps.push(() => overview.stop());
  const bulk = createBulkRunner({
    db,
    clock,
    upstream,
    budget: tracking.budget.limiter('bulk'),
    breaker,
    onError: (error) => {
      warn(error, 'a bulk change failed');
    },
  });
  steps.push(() => bulk.stop());
  const reports = createReports({
    db,
    clock,
    fleet: fleet.reads,
    policy: agesBy,
    notify: () => {
      tracking.notifier.notify();
    },
    onError: (error, what) => {
      warn(error, what);
    },
  });
  steps.push(() => reports.stop());
  const dispatcher = createDispatcher({
    db,
    clock,
    upstream,
    guardWindowMs: config.guardMinutes * 60_000,
    onUnknown: () => {
      checks.resolver.wake();
      tracking.notifier.notify();
    },
    onAccepted: () => {
      tracking.tracker.wake();
      checks.resolver.wake();
      tracking.notifier.notify();
      learning.onBatch();
    },
    onStoreFailure: (dispatchId, error) => {
      warn(error, `the outcome of dispatch ${dispatchId} could not be stored`);
    },
  });
  const auth = {
    db,
    clock,
    sessions,
    cookie,
    knownBrowser: knownBrowserCookie(secure),
    demo,
    embedded,
    capacityUnit: config.capacityUnit,
    confirmEntities: config.confirmEntities,
    basemap: config.basemap,
    passwords,
    recordSignIn: records.recordSignIn,
    recordReset,
  };
  const routes = [
    ...authRoutes(auth),
    ...records.routes,
    ...directoryRoutes({
      db,
      reader,
      clock,
      policy: agesBy,
      onChanged: () => {
        fleet.reads.directoryChanged();
      },
    }),
    ...dispatchRoutes({ db, clock, dispatcher }),
    ...tracking.routes,
    ...checks.routes,
    ...bulkRoutes({ db, clock, runner: bulk }),
    ...reports.routes,
    ...fleet.routes,
    ...overview.routes,
    ...proxyRoutes({
      upstream,
      onAnswer: (name, input, value) => answers.onAnswer(name, input, value),
    }),
  ];
  let ownOrigins = new Set<string>();
  const app = await buildApp({
    ...auth,
    audit: records.audit,
    knownName: records.knownName,
    routes,
    webDir: options.webDir,
    basemapFile: config.basemapFile,
    upstream,
    storeHealth,
    secure,
    isOwnOrigin: (origin) => ownOrigins.has(origin),
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    ...(options.connectionLimits === undefined
      ? {}
      : { connectionLimits: options.connectionLimits }),
    ...(options.logTo === undefined ? {} : { logTo: options.logTo }),
  });
  steps.push(() => app.close());
  steps.push(() => {
    tracking.endStreams();
  });
  warn = (error, what) => {
    storeHealth.suspect(error);
    app.log.warn({ err: error }, what);
  };
  sayHead = ({ sequence, hash }) => {
    app.log.info({ sequence, hash }, 'head of the audit log');
  };
  onWritable = () => {
    tracking.notifier.notify();
  };
  // Undone first: nothing may wait for the store while it stops.
  steps.push(() => storeHealth.stop());
  const port = await listen(app, config);
  const origin = config.publicOrigin ?? originOf(config.host, port);
  ownOrigins = new Set(config.publicOrigin === null ? loopbackOrigins(port) : [origin]);
  storeHealth.start();
  tracking.start();
  checks.resolver.wake();
  bulk.wake();
  reports.start();
  fleet.start();
  records.start();
  const code = (await passwords?.makeSetupCode()) ?? null;
  if (code !== null) {
    options.setupCodeSink?.(
      `There is no operator yet. Make the first administrator at ${origin} with the one-time code ${code} (good for one hour).`,
    );
  }

  let closing: Promise<void> | null = null;
  const close = async () => {
    await dispatcher.drain();
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
    }, CLOSE_MS);
    await undo(steps);
    clearTimeout(cut);
  };
  return {
    origin,
    port,
    routes,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The spellings of this machine that a browser on it may use for the same console. */
function loopbackOrigins(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
}
