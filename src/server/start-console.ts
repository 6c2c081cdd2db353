import { resolveSession } from '../access/auth-routes.ts';
import { proxyRoutes } from '../bff/proxy/proxy-routes.ts';
import type { Route } from '../http/route.ts';
import { auditRoutes } from '../operations/audit/audit-routes.ts';
import { knownName } from '../operations/audit/sign-ins.ts';
import { createHeadTeller } from '../operations/audit/tell-head.ts';
import { seedDirectory } from '../operations/directory/seed.ts';
import { recoverIntents } from '../operations/dispatch/send/outcome-store.ts';
import { createObserver } from '../operations/dispatch/track/observe.ts';
import { lastKnownIn } from '../operations/fleet/last-known.ts';
import { endLeases } from '../operations/jobs/job-lease.ts';
import { withPriority } from '../operations/jobs/request-budget.ts';
import { createLive } from '../operations/live/live-routes.ts';
import { changedBatches } from '../operations/live/notifier.ts';
import { eraseRoutes } from '../operations/retention/erase.ts';
import { createRetention } from '../operations/retention/retention.ts';
import { templateRoutes } from '../operations/templates/template-routes.ts';
import { forgetEnded } from '../store/processes.ts';
import { aboutRoute } from './about-route.ts';
import { buildApp } from './app.ts';
import { createCalmWarnings } from './calm-warnings.ts';
import type { ConsoleOptions, RunningConsole } from './console-options.ts';
import { openCore } from './core.ts';
import { createDispatching } from './dispatching.ts';
import { createFleetRooms } from './fleet-rooms.ts';
import { hearOthers } from './hear-others.ts';
import { addressesOf, listen } from './listen.ts';
import { createServiceAccess } from './service-access.ts';
import { createSignIn } from './sign-in.ts';
import { inPlainWords, quietly, undo, type Steps } from './start-steps.ts';
import { requireWebFiles } from './web-files.ts';

/** Connections still open after this long are cut, in milliseconds. */
const CLOSE_MS = 10_000;

/**
 * Starts the console's server: data folder, store, leftovers of a stopped process, directory, and only then
 * the port.
 * @throws StartError in one clear line
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const steps: Steps = [];
  try {
    return await startSteps(options, steps);
  } catch (error) {
    // Reports what failed the start, not what then fails to stop.
    await undo(steps.map((step) => () => quietly(step)));
    throw inPlainWords(error, options.config);
  }
}

async function startSteps(options: ConsoleOptions, steps: Steps): Promise<RunningConsole> {
  const { config, embedded } = options;
  requireWebFiles(options.webDir);
  const core = await openCore(options, steps);
  const { db, reader, clock, audit, notifier, storeHealth, diskRoom, later, thisProcess } = core;
  let sayHead = (_head: { sequence: number; hash: string }) => {};
  const head = createHeadTeller({
    db,
    clock,
    tell: (row) => {
      sayHead(row);
    },
    onError: core.failed('the head of the audit log could not be read'),
  });
  steps.push(async () => {
    await audit.flush();
    await head.stop();
  });

  const recover = (isUnderWay: (dispatchId: string) => boolean) =>
    recoverIntents(db, audit, clock.now(), { process: thisProcess.id, isUnderWay });
  await recover(() => false);
  // The data folder is locked: jobs of an earlier process are free.
  if (config.databaseUrl === null) await endLeases(db);
  await seedDirectory(db, options.seed, clock.now());

  let ownOrigin = '';
  const signIn = await createSignIn(core, embedded, () => ownOrigin);
  const { auth } = signIn;
  const observer = createObserver({
    db,
    clock,
    verificationWaitMs: config.verificationWaitMinutes * 60_000,
    onChange: (dispatchIds) => {
      notifier.tell(changedBatches(dispatchIds));
    },
  });
  const service = createServiceAccess(core, options, (command) => observer.learn(command));
  const { upstream, answers, budget, metrics } = service;
  const dispatching = createDispatching(core, service, observer, auth.sessions);
  const { dispatcher } = dispatching;
  const fleet = createFleetRooms(core, service, options);
  const live = createLive({
    db,
    clock,
    notifier,
    isWritable: () => storeHealth.isWritable(),
    diskState: () => diskRoom.state(),
    serviceState: () => service.state(),
    whoAsks: (request) => resolveSession(auth, request),
    sessions: auth.sessions,
    onError: core.failed('the live updates failed'),
  });
  const routes: Route[] = [
    ...signIn.routes,
    ...auditRoutes(db, clock),
    ...templateRoutes(db, clock),
    ...dispatching.routes,
    ...live.routes,
    ...fleet.routes,
    aboutRoute(options, { upstream, serviceState: () => service.state(), clock }),
    ...eraseRoutes({ db, clock, onErased: () => notifier.tell(null) }),
    ...proxyRoutes({
      upstream: withPriority(upstream, 'operator'),
      clock,
      readOf: (operatorId) => budget.readOf(operatorId),
      onRead: (answer) => answers.onRead(answer),
      onChanged: (answer) => answers.onChanged(answer),
      lastKnown: lastKnownIn(reader),
    }),
  ];

  let ownOrigins: ReadonlySet<string> = new Set();
  const app = await buildApp({
    ...auth,
    audit,
    knownName: (name) => knownName(db, name),
    routes,
    webDir: options.webDir,
    publicPath: config.publicPath,
    basemapFile: config.basemapFile,
    upstream,
    storeHealth,
    diskRoom,
    isOwnOrigin: (origin) => ownOrigins.has(origin),
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    connectionLimits: options.connectionLimits,
    logTo: options.logTo,
  });
  steps.push(() => app.close());
  steps.push(() => {
    live.close();
  });
  if (metrics !== null) {
    metrics.watchApp(app);
    const listening = await metrics.listen();
    steps.push(() => listening.close());
    app.log.info({ port: listening.port }, 'metrics are served');
  }
  const warn = createCalmWarnings(clock, (error, line) => {
    app.log.warn(error === null ? {} : { err: error }, line);
  });
  later.warn = (error, what) => {
    storeHealth.suspect(error);
    warn(error, what);
  };
  // At any level but silent: it is what a cut tail is found by.
  const heads = config.logLevel === 'silent' ? app.log : app.log.child({}, { level: 'info' });
  sayHead = ({ sequence, hash }) => {
    heads.info({ sequence, hash }, 'head of the audit log');
  };
  later.onWritable = () => {
    notifier.tell({});
    if (!storeHealth.isWritable()) return;
    auth.sessions.catchUp().catch(core.failed('the end of a session could not be stored'));
  };
  // Undone first: nothing may wait for the store while it stops.
  steps.push(() => storeHealth.stop());
  steps.push(() => {
    diskRoom.stop();
  });
  const port = await listen(app, config);
  const { origin, own } = addressesOf(config, port);
  ownOrigins = own;
  ownOrigin = origin;
  storeHealth.start();

  const retention = createRetention({
    db,
    audit,
    clock,
    retention: config.retention,
    onRemoved: () => notifier.tell(null),
    onError: core.failed('what is older than its retention could not be removed'),
  });
  steps.push(() => retention.stop());
  retention.wake();
  thisProcess.start(async () => {
    core.background.wake(false);
    if ((await recover((dispatchId) => dispatcher.isUnderWay(dispatchId))) > 0) {
      notifier.tell({ batches: null, batch: null });
      dispatching.onUnknown();
    }
    // What it had not told any more.
    if (thisProcess.leads() && (await forgetEnded(db, clock.now())) > 0) notifier.tell(null);
  });
  if (config.databaseUrl !== null) {
    const others = hearOthers(config.databaseUrl, core.realClock, (changed) => {
      notifier.hear(changed);
      core.background.wake(true);
    });
    later.signal = others.send;
    steps.push(() => others.close());
  }
  dispatching.start();
  fleet.start();
  head.start();
  await signIn.offerSetup(origin, options.setupCodeSink);

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
