import { changedBatches } from '../operations/live/notifier.ts';
import { buildApp } from './app.ts';
import { createAnswerSubscriber } from '../operations/answers.ts';
import { createCalmWarnings } from './calm-warnings.ts';
import { REAL_CLOCK } from '../lib/clock.ts';
import { addressesOf, listen } from './listen.ts';
import type { ConsoleOptions, RunningConsole } from './console-options.ts';
import { hearOthers } from './hear-others.ts';
import { inPlainWords, quietly, undo } from './start-steps.ts';
import { createChecks } from './wire-checks.ts';
import { createFleetStore } from './wire-fleet.ts';
import { createSignIn } from './wire-sessions.ts';
import { learnMembership } from '../operations/directory/from-answer.ts';
import { createLearning } from '../operations/directory/learning.ts';
import { seedDirectory } from '../operations/directory/seed.ts';
import { createDispatcher } from '../operations/dispatch/send/dispatcher.ts';
import { recoverIntents } from '../operations/dispatch/send/ledger.ts';
import { approvalRoutes } from '../operations/dispatch/approve/approval-routes.ts';
import { eraseRoutes } from '../operations/retention/erase.ts';
import { createRetention } from '../operations/retention/retention.ts';
import { createExpiry } from '../operations/dispatch/approve/expiry.ts';
import { dispatchRoutes } from '../operations/dispatch/send/dispatch-routes.ts';
import { createFleetLearning } from '../operations/fleet/fleet-learning.ts';
import { lastKnownIn } from '../operations/fleet/last-known.ts';
import { endLeases } from '../operations/jobs/job-lease.ts';
import { jobRoutes } from '../operations/jobs/job-routes.ts';
import { createJobRunner } from '../operations/jobs/job-runner.ts';
import { createOutageBreaker } from '../operations/jobs/outage-and-rate-limit.ts';
import { createRequestBudget, withPriority } from '../operations/jobs/request-budget.ts';
import { proxyRoutes } from '../bff/proxy/proxy-routes.ts';
import { createRecords } from './wire-records.ts';
import { resolveSession } from '../access/auth-routes.ts';
import { forgetEnded } from '../store/processes.ts';
import { createUpstreamClient } from '../bff/upstream/client.ts';
import { aboutRoute } from './about-route.ts';
import { watchService } from './service-state.ts';
import { createMetrics } from './metrics.ts';
import { openOwnStore, type ToldLater } from './wire-store.ts';
import { createTracking } from './wire-tracking.ts';
import { requireWebFiles } from './web-files.ts';

/** Connections still open after this long are cut, in milliseconds. */
const CLOSE_MS = 10_000;

/**
 * Starts the console's server: data folder, store, leftovers of a stopped process, directory, and only then
 * the port.
 * @throws StartError in one clear line
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const steps: (() => unknown)[] = [];
  try {
    return await startSteps(options, steps);
  } catch (error) {
    // Reports what failed the start, not what then fails to stop.
    await undo(steps.map((step) => () => quietly(step)));
    throw inPlainWords(error, options.config);
  }
}

async function startSteps(
  options: ConsoleOptions,
  steps: (() => unknown)[],
): Promise<RunningConsole> {
  const { config, embedded } = options;
  const { databaseUrl } = config;
  const realClock = options.clock ?? REAL_CLOCK;
  requireWebFiles(options.webDir);
  const later: ToldLater = { warn: () => {}, signal: () => {}, onWritable: () => {} };
  const onError = (error: unknown, what: string) => {
    later.warn(error, what);
  };
  const store = await openOwnStore(options, realClock, later, steps);
  const { db, reader, thisProcess, notifier, background, storeHealth, diskRoom } = store;
  const { clock } = background;
  let sayHead = (_head: { sequence: number; hash: string }) => {};
  const records = createRecords({
    db,
    clock,
    warn: onError,
    onHead: (head) => {
      sayHead(head);
    },
  });
  steps.push(() => records.stop());
  const recover = (isUnderWay: (dispatchId: string) => boolean) =>
    recoverIntents(db, records.audit, clock.now(), { process: thisProcess.id, isUnderWay });
  await recover(() => false);
  // The data folder is locked: jobs of an earlier process are free.
  if (databaseUrl === null) await endLeases(db);
  await seedDirectory(db, options.seed, clock.now());

  let ownOrigin = '';
  const signIn = await createSignIn({
    db,
    reader,
    clock,
    config,
    embedded,
    records,
    cursor: () => notifier.since(null).cursor,
    origin: () => ownOrigin,
    onStoreFailure: (error) => {
      storeHealth.suspect(error);
    },
  });
  const { auth } = signIn;
  const learning = createLearning({
    db,
    clock,
    onStored: () => {
      notifier.tell({ fleet: null });
    },
    onError: (error) => {
      onError(error, 'facts from an answer could not be stored in the directory');
    },
  });
  steps.push(() => learning.settle());
  const answers = createAnswerSubscriber({
    clock,
    ...learning,
    onCommand: (command) => tracking.observer.learn(command),
    onCollective: (collective) => learnMembership(db, collective, clock.now()),
    onError: (error) => {
      onError(error, 'an answer of the Service could not be stored');
    },
    fleet: createFleetLearning({
      db,
      clock,
      policy: config.fleetPolicy,
      onStored: (changed) => {
        notifier.tell(changed);
      },
    }),
  });
  steps.push(() => answers.settle());
  const budget = createRequestBudget(config.requestsPerSecond, clock, {
    places: options.upstream.maxInFlight,
    whenWritable: (ending) => storeHealth.whenWritable(ending),
    whenForChanges: (ending) => diskRoom.whenForChanges(ending),
  });
  const metrics =
    config.metrics === null ? null : createMetrics(config.metrics, { db: reader, storeHealth });
  const client = createUpstreamClient(options.upstream, clock, budget);
  const service = watchService(realClock, () => notifier.tell({}));
  steps.push(() => service.stop());
  const upstream = answers.watch(service.watch(metrics?.watch(client) ?? client));
  steps.push(() => upstream.close());
  const breaker = createOutageBreaker(clock);
  const shared = { db, clock, upstream: withPriority(upstream, 'job'), breaker, config, onError };
  const tracking = createTracking({
    ...shared,
    budget: budget.limiter('tracker'),
    notifier,
    storeHealth,
    diskRoom,
    serviceState: () => service.state(),
    whoAsks: (request) => resolveSession(auth, request),
    sessions: auth.sessions,
  });
  steps.push(() => tracking.stop());
  const checks = createChecks({
    ...shared,
    budget: budget.limiter('resolver'),
    onChange: (dispatchId, adopted) => {
      notifier.tell(changedBatches([dispatchId]));
      if (adopted) tracking.tracker.wake();
    },
  });
  steps.push(() => checks.resolver.stop());
  const fleet = createFleetStore({
    ...shared,
    upstream: withPriority(upstream, 'background'),
    reader,
    budget: budget.limiter('fleet'),
    maxInFlight: options.upstream.maxInFlight,
    storeHealth,
    diskRoom,
    notifier,
    audit: records.audit,
    store: store.address,
    reportWorker: options.reportWorker,
  });
  steps.push(() => fleet.stop());
  const onJobs = (dispatchId: string | null) => {
    notifier.tell({ jobs: null, ...(dispatchId === null ? {} : changedBatches([dispatchId])) });
  };
  const jobs = createJobRunner({
    ...shared,
    budget: budget.limiter('jobs'),
    observer: tracking.observer,
    onChange: onJobs,
    onError: (error) => {
      onError(error, 'a bulk change or a cancellation failed');
    },
  });
  steps.push(() => jobs.stop());
  const dispatcher = createDispatcher({
    ...shared,
    process: thisProcess,
    hasRoom: () => diskRoom.forChanges(),
    guardWindowMs: config.guardMinutes * 60_000,
    onChange: ({ dispatchId, previousId }) => {
      notifier.tell(changedBatches([dispatchId, previousId]));
    },
    onUnknown: () => {
      checks.resolver.wake();
    },
    onAccepted: ({ unaccounted, strangers }) => {
      tracking.tracker.wake();
      if (unaccounted > 0) checks.resolver.wake();
      if (strangers > 0) learning.onBatch();
    },
    onStoreFailure: (dispatchId, error) => {
      onError(error, `the outcome of dispatch ${dispatchId} could not be stored`);
    },
  });
  const { requireConfirmed } = auth.sessions;
  const routes = [
    ...signIn.routes,
    ...records.routes,
    ...dispatchRoutes({ db, clock, dispatcher, requireConfirmed }),
    ...approvalRoutes({
      db,
      clock,
      dispatcher,
      requireConfirmed,
      onChange: (dispatchId) => {
        notifier.tell(changedBatches([dispatchId]));
      },
    }),
    ...tracking.routes,
    ...checks.routes,
    ...jobRoutes({ db, clock, runner: jobs, requireConfirmed, onChange: onJobs }),
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
    audit: records.audit,
    knownName: records.knownName,
    routes,
    webDir: options.webDir,
    publicPath: config.publicPath,
    basemapFile: config.basemapFile,
    upstream,
    storeHealth,
    diskRoom,
    secure: signIn.secure,
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
  if (metrics !== null) {
    metrics.watchApp(app);
    const listening = await metrics.listen();
    steps.push(() => listening.close());
    app.log.info({ port: listening.port }, 'metrics are served');
  }
  const warnings = createCalmWarnings({
    clock,
    log: (error, line) => {
      app.log.warn(error === null ? {} : { err: error }, line);
    },
    isWritable: () => storeHealth.isWritable(),
  });
  steps.push(() => {
    warnings.stop();
  });
  later.warn = (error, what) => {
    storeHealth.suspect(error);
    warnings.warn(error, what);
  };
  // At any level but silent: it is what a cut tail is found by.
  const heads = config.logLevel === 'silent' ? app.log : app.log.child({}, { level: 'info' });
  sayHead = ({ sequence, hash }) => {
    heads.info({ sequence, hash }, 'head of the audit log');
  };
  later.onWritable = () => {
    notifier.tell({});
    if (!storeHealth.isWritable()) return;
    warnings.storeWorks();
    auth.sessions.catchUp().catch((error: unknown) => {
      onError(error, 'the end of a session could not be stored');
    });
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
  const expiry = createExpiry({
    db,
    audit: records.audit,
    clock,
    onExpired: (ids) => notifier.tell(changedBatches(ids)),
    onError: (error) => onError(error, 'what nobody approved could not be ended'),
  });
  steps.push(() => expiry.stop());
  expiry.wake();
  const retention = createRetention({
    db,
    audit: records.audit,
    clock,
    retention: config.retention,
    onRemoved: () => notifier.tell(null),
    onError: (error) => onError(error, 'what is older than its retention could not be removed'),
  });
  steps.push(() => retention.stop());
  retention.wake();
  thisProcess.start(async () => {
    background.wake(false);
    if ((await recover((dispatchId) => dispatcher.isUnderWay(dispatchId))) > 0) {
      notifier.tell({ batches: null, batch: null });
      checks.resolver.wake();
    }
    // What it had not told any more.
    if (thisProcess.leads() && (await forgetEnded(db, clock.now())) > 0) notifier.tell(null);
  });
  if (databaseUrl !== null) {
    const others = hearOthers(databaseUrl, realClock, (changed) => {
      notifier.hear(changed);
      background.wake(true);
    });
    later.signal = others.send;
    steps.push(() => others.close());
  }
  tracking.start();
  checks.resolver.wake();
  jobs.wake();
  fleet.start();
  records.start();
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
