import { withPriority } from '../operations/jobs/request-budget.ts';
import type { Sessions } from '../access/sessions.ts';
import { approvalRoutes } from '../operations/dispatch/approve/approval-routes.ts';
import { createExpiry } from '../operations/dispatch/approve/approvals.ts';
import { createSettlements } from '../operations/dispatch/batches/batch-record.ts';
import { batchRoutes } from '../operations/dispatch/batches/batch-routes.ts';
import { dryRunRoutes } from '../operations/dispatch/check/dry-run.ts';
import { resolutionRoutes } from '../operations/dispatch/resolve/resolution-routes.ts';
import { createResolver } from '../operations/dispatch/resolve/resolver.ts';
import { createDispatcher } from '../operations/dispatch/send/dispatcher.ts';
import { dispatchRoutes } from '../operations/dispatch/send/dispatch-routes.ts';
import type { Observer } from '../operations/dispatch/track/observe.ts';
import { createTracker } from '../operations/dispatch/track/tracker.ts';
import { jobRoutes } from '../operations/jobs/job-routes.ts';
import { createJobRunner } from '../operations/jobs/job-runner.ts';
import { changedBatches } from '../operations/live/notifier.ts';
import type { Core } from './core.ts';
import type { ServiceAccess } from './service-access.ts';

const MINUTE_MS = 60_000;

/** Dispatches from the dry run to the record of a settled batch, and jobs; `start` resumes them from the store. */
export function createDispatching(
  core: Core,
  service: ServiceAccess,
  observer: Observer,
  { requireConfirmed }: Pick<Sessions, 'requireConfirmed'>,
) {
  const { config, db, clock, audit, notifier, steps } = core;
  const { breaker, budget } = service;
  const upstream = withPriority(service.upstream, 'job');
  const shared = { db, clock, upstream, breaker };
  const tell = (...dispatchIds: (string | null)[]) => {
    notifier.tell(changedBatches(dispatchIds));
  };

  const settlements = createSettlements({
    db,
    clock,
    audit,
    onError: (error, dispatchId) => {
      core.onError(error, `the hash of ${dispatchId ?? 'a batch'} could not be recorded`);
    },
  });
  steps.push(() => settlements.stop());
  const tracker = createTracker({
    ...shared,
    budget: budget.limiter('tracker'),
    observer,
    onError: core.failed('the tracker failed'),
  });
  steps.push(() => tracker.stop());
  const resolver = createResolver({
    ...shared,
    budget: budget.limiter('resolver'),
    limits: {
      settleMs: config.resolverSettleSeconds * 1000,
      horizonMs: config.resolverHorizonMinutes * MINUTE_MS,
      // Getting a token can take as long as the request itself.
      sendWithinMs: 2 * config.timeoutMs,
    },
    onChange: (dispatchId, adopted) => {
      tell(dispatchId);
      if (adopted) tracker.wake();
    },
    onError: core.failed('the check of unknown outcomes failed'),
  });
  steps.push(() => resolver.stop());
  const onJobs = (dispatchId: string | null) => {
    notifier.tell({ jobs: null, ...(dispatchId === null ? {} : changedBatches([dispatchId])) });
  };
  const jobs = createJobRunner({
    ...shared,
    budget: budget.limiter('jobs'),
    observer,
    onChange: onJobs,
    onError: core.failed('a bulk change or a cancellation failed'),
  });
  steps.push(() => jobs.stop());
  const guardWindowMs = config.guardMinutes * MINUTE_MS;
  const dispatcher = createDispatcher({
    ...shared,
    process: core.thisProcess,
    hasRoom: () => core.diskRoom.forChanges(),
    guardWindowMs,
    onChange: ({ dispatchId, previousId }) => {
      tell(dispatchId, previousId);
    },
    onUnknown: () => {
      resolver.wake();
    },
    onAccepted: ({ unaccounted, strangers }) => {
      tracker.wake();
      if (unaccounted > 0) resolver.wake();
      if (strangers > 0) service.onStrangers();
    },
    onStoreFailure: (dispatchId, error) => {
      core.onError(error, `the outcome of dispatch ${dispatchId} could not be stored`);
    },
  });
  const expiry = createExpiry({
    db,
    audit,
    clock,
    onExpired: (ids) => {
      tell(...ids);
    },
    onError: core.failed('what nobody approved could not be ended'),
  });
  steps.push(() => expiry.stop());

  return {
    dispatcher,
    routes: [
      ...dryRunRoutes({ db, clock, guardWindowMs }),
      ...dispatchRoutes({ db, clock, dispatcher, requireConfirmed }),
      ...approvalRoutes({ db, clock, dispatcher, requireConfirmed, onChange: (id) => tell(id) }),
      ...batchRoutes({ db, clock, tracker }),
      ...resolutionRoutes({ clock, resolver, onChange: (id) => tell(id) }),
      ...jobRoutes({ db, clock, runner: jobs, requireConfirmed, onChange: onJobs }),
    ],
    start() {
      expiry.wake();
      tracker.wake();
      resolver.wake();
      jobs.wake();
      settlements.wake();
    },
    /** Looks at dispatches that have just become unknown. */
    onUnknown: () => resolver.wake(),
  };
}
