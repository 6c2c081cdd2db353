import type { Kysely } from 'kysely';
import { FLEET_POLICY, type FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Route } from '../../http/route.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { OutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../jobs/request-budget.ts';
import { createFleetSums, type FleetSums } from './energy/fleet-energy.ts';
import { fleetEntityRoutes } from './entity/fleet-entity-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { createPictureLoop } from './picture/picture-loop.ts';
import { placeRoutes } from './places/place-routes.ts';
import { createFleetReads, type FleetReads } from './reads/scheduler.ts';
import type { FleetWriter } from './reads/writer.ts';

/** Dependencies of the fleet store. */
export interface FleetParts {
  db: Kysely<Store>;
  /** A separate connection for pages, which does not wait for writes. */
  reader: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  /** Its share of the requests to the Service. */
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Null: the console does only requested reads. */
  policy: FleetPolicy | null;
  /** Whether the store can be written; otherwise nothing is tried. */
  isWritable(): boolean;
  /** Whether the disk has room to store further reads. */
  hasRoom(): boolean;
  /** Maximum requests per second that the console sends without an operator. */
  requestsPerSecond: number;
  /** Maximum reads in flight. */
  atOnce: number;
  /** Calls back after every change of the store; returns a function that stops that. */
  listen(listener: () => void): () => void;
  /** Stores what is read. */
  writer: FleetWriter;
  /** Called after something derived from reads changed. */
  onChange(): void;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** The parts that keep what the Service last said about every Entity. */
export interface Fleet {
  reads: FleetReads;
  /** The energy of all Entities over the last days. */
  sums: FleetSums;
  routes: Route[];
  /** Starts reading; resumes where a stop left off. */
  start(): void;
  stop(): Promise<void>;
}

/** Creates the parts of the fleet store; `start` starts them. */
export function createFleet(parts: FleetParts): Fleet {
  const { reader, clock, policy } = parts;
  const reads = createFleetReads({
    ...parts,
    onError: (error) => {
      parts.onError(error, 'reading the fleet failed');
    },
  });
  const pictures = createPictureLoop({
    ...parts,
    onError: (error) => {
      parts.onError(error, 'renewing what lists show failed');
    },
  });
  let unlisten = () => {};
  const agesBy = policy ?? FLEET_POLICY;
  return {
    reads,
    sums: createFleetSums(reader, agesBy, clock),
    routes: [
      ...placeRoutes(reader, clock),
      ...fleetRoutes({ ...parts, reads, agesBy }),
      ...fleetEntityRoutes({ db: reader, clock, policy: agesBy }),
    ],
    start() {
      reads.wake();
      pictures.wake();
      unlisten = parts.listen(() => {
        pictures.wake();
      });
    },
    async stop() {
      unlisten();
      await Promise.all([reads.stop(), pictures.stop()]);
    },
  };
}
