import type { Kysely } from 'kysely';
import type { Route } from '../http/route.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { FLEET_POLICY } from '../domain/fleet-policy.ts';
import type { Clock } from '../lib/clock.ts';
import type { Audit } from '../operations/audit/audit.ts';
import { directoryRoutes } from '../operations/directory/directory-routes.ts';
import { createFleet } from '../operations/fleet/fleet.ts';
import type { OutageBreaker } from '../operations/jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../operations/jobs/request-budget.ts';
import type { Notifier } from '../operations/live/notifier.ts';
import { overviewRoutes } from '../operations/overview/overview-routes.ts';
import { createFigures } from '../operations/reports/figures.ts';
import type { DiskRoom } from '../store/disk-room.ts';
import type { Store } from '../store/schema/schema.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { ConsoleConfig } from './config.ts';

/** Dependencies of the fleet store and of the pages made from it. */
interface FleetStoreParts {
  db: Kysely<Store>;
  /** A separate connection for pages: they do not wait for writes. */
  reader: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  config: Pick<ConsoleConfig, 'capacityUnit' | 'fleetPolicy' | 'requestsPerSecond'>;
  /** Most requests of the whole console in flight to the Service. */
  maxInFlight: number;
  storeHealth: Pick<StoreHealth, 'isWritable'>;
  diskRoom: Pick<DiskRoom, 'state'>;
  notifier: Notifier;
  audit: Pick<Audit, 'transaction'>;
  /** The address of the store, for the thread of reports, and its file. */
  store: string;
  reportWorker: URL;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** The fleet store of a running console, with the lists, the Overview and the reports that show it. */
export interface FleetStore {
  routes: Route[];
  /** Starts reading; continues where a stop left off. */
  start(): void;
  stop(): Promise<void>;
}

/** Creates the fleet store and what shows it; `start` starts them. */
export function createFleetStore(parts: FleetStoreParts): FleetStore {
  const { db, reader, clock, config, breaker } = parts;
  const policy = config.fleetPolicy ?? FLEET_POLICY;
  const tellFleet = () => {
    parts.notifier.tell({ fleet: null });
  };
  const onError = (error: unknown, what: string) => {
    parts.onError(error, what);
  };
  const fleet = createFleet({
    db,
    reader,
    clock,
    upstream: parts.upstream,
    budget: parts.budget,
    breaker,
    policy: config.fleetPolicy,
    isWritable: () => parts.storeHealth.isWritable(),
    hasRoom: () => parts.diskRoom.state() === 'ok',
    requestsPerSecond: config.requestsPerSecond,
    // The other half is for operators and for tracking Commands.
    atOnce: Math.ceil(parts.maxInFlight / 2),
    listen: (listener) => parts.notifier.listen(listener),
    onStored: (isChanged) => {
      if (isChanged) tellFleet();
    },
    onChange: tellFleet,
    onError,
  });
  const facts = { sums: fleet.sums, policy };
  const figures = createFigures({
    db,
    clock,
    settings: { store: parts.store, capacityUnit: config.capacityUnit },
    worker: parts.reportWorker,
    fleet: fleet.reads,
    notify: (changed) => {
      parts.notifier.tell(changed);
    },
    audit: parts.audit,
    onError: (error) => {
      onError(error, 'a part of reports failed');
    },
  });
  const onChanged = () => {
    fleet.reads.directoryChanged();
  };
  return {
    routes: [
      ...directoryRoutes({ db, reader, clock, onChanged, ...facts }),
      ...figures.routes,
      ...fleet.routes,
      ...overviewRoutes({ reader, clock, ...facts }),
    ],
    start() {
      fleet.start();
      figures.start();
    },
    async stop() {
      await figures.stop();
      await fleet.stop();
    },
  };
}
