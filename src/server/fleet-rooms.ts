import { FLEET_POLICY } from '../domain/fleet-policy.ts';
import type { Route } from '../http/route.ts';
import { directoryRoutes } from '../operations/directory/directory-routes.ts';
import { createFleet } from '../operations/fleet/fleet.ts';
import { withPriority } from '../operations/jobs/request-budget.ts';
import { overviewRoutes } from '../operations/overview/overview-routes.ts';
import { createReports } from '../operations/reports/reports.ts';
import type { ConsoleOptions } from './console-options.ts';
import type { Core } from './core.ts';
import type { ServiceAccess } from './service-access.ts';

/** Creates the fleet store and what shows it: the lists, the Overview and the reports; `start` starts them. */
export function createFleetRooms(
  core: Core,
  service: ServiceAccess,
  options: Pick<ConsoleOptions, 'upstream' | 'reportWorker'>,
): { routes: Route[]; start(): void } {
  const { config, db, reader, clock, notifier, steps } = core;
  const fleet = createFleet({
    db,
    reader,
    clock,
    upstream: withPriority(service.upstream, 'background'),
    budget: service.budget.limiter('fleet'),
    breaker: service.breaker,
    policy: config.fleetPolicy,
    isWritable: () => core.storeHealth.isWritable(),
    hasRoom: () => core.diskRoom.state() === 'ok',
    requestsPerSecond: config.requestsPerSecond,
    // The other half is for operators and for tracking Commands.
    atOnce: Math.ceil(options.upstream.maxInFlight / 2),
    listen: (listener) => notifier.listen(listener),
    writer: service.writer,
    onChange: () => {
      notifier.tell({ fleet: null });
    },
    onError: (error, what) => {
      core.onError(error, what);
    },
  });
  steps.push(() => fleet.stop());
  const reports = createReports({
    db,
    clock,
    settings: { store: core.address, capacityUnit: config.capacityUnit },
    worker: options.reportWorker,
    fleet: fleet.reads,
    notify: (changed) => {
      notifier.tell(changed);
    },
    audit: core.audit,
    onError: core.failed('a part of reports failed'),
  });
  steps.push(() => reports.stop());
  const facts = { sums: fleet.sums, policy: config.fleetPolicy ?? FLEET_POLICY };
  const onChanged = () => {
    fleet.reads.directoryChanged();
  };
  return {
    routes: [
      ...directoryRoutes({ db, reader, clock, onChanged, ...facts }),
      ...reports.routes,
      ...fleet.routes,
      ...overviewRoutes({ reader, clock, ...facts }),
    ],
    start() {
      fleet.start();
      reports.start();
    },
  };
}
