import type { Kysely } from 'kysely';
import type { Command } from '../../contract/command.ts';
import { FLEET_POLICY, type FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Route } from '../../bff/http/route.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { OutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../jobs/request-budget.ts';
import { createOthersCache, type OthersCache } from './commands/others-cache.ts';
import { createEnergyCache, type EnergyCache } from './energy/energy-cache.ts';
import { fleetEntityRoutes } from './entity/fleet-entity-routes.ts';
import { createFactsFollower } from './facts/facts-follower.ts';
import { fleetListRoutes } from './lists/fleet-list-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { placeRoutes } from './places/place-routes.ts';
import { createFleetReads, type FleetReads } from './reads/scheduler.ts';

/** What the fleet store needs. */
export interface FleetParts {
  db: Kysely<Store>;
  /** A separate connection for pages: they do not wait for what is being written. */
  reader: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  /** Its share of the requests to the Service. */
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Null: the console reads only what is asked for. */
  policy: FleetPolicy | null;
  /** Whether the store can be written; nothing is tried while it cannot. */
  isWritable(): boolean;
  /** Whether the disk has room for what is read. */
  hasRoom(): boolean;
  /** Resolves when operators wait for nothing; soon in any case. */
  giveWay: () => Promise<void>;
  /** Most requests in a second that the console sends without an operator. */
  requestsPerSecond: number;
  /** Most reads at the same time. */
  atOnce: number;
  /** Calls back after every change of the store; returns a function that ends it. */
  listen(listener: () => void): () => void;
  /** Told after reads were stored. */
  onStored(): void;
  /** Told after something that is made of them changed. */
  onChange(): void;
  /** Told of the Commands of an Entity that were read. */
  onCommands(entityId: string, commands: readonly Command[]): Promise<void>;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** All that keeps what the Service last said about every Entity. */
export interface Fleet {
  reads: FleetReads;
  energy: EnergyCache;
  othersCommands: OthersCache;
  routes: Route[];
  /** Starts reading; continues where a stop left off. */
  start(): void;
  stop(): Promise<void>;
}

/** Makes the parts of the fleet store; `start` sets them going. */
export function createFleet(parts: FleetParts): Fleet {
  const { reader, clock, policy, giveWay } = parts;
  const reads = createFleetReads({
    ...parts,
    onError: (error) => {
      parts.onError(error, 'reading the fleet failed');
    },
  });
  const facts = createFactsFollower({
    ...parts,
    onError: (error) => {
      parts.onError(error, 'adding up what lists show failed');
    },
  });
  let unlisten = () => {};
  const agesBy = policy ?? FLEET_POLICY;
  const energy = createEnergyCache({ db: reader, clock, policy: agesBy, giveWay });
  const othersCommands = createOthersCache({ db: reader, clock, giveWay });
  return {
    reads,
    energy,
    othersCommands,
    routes: [
      ...placeRoutes(reader, clock),
      ...fleetRoutes({ ...parts, reads, agesBy }),
      ...fleetEntityRoutes({ db: reader, clock, policy: agesBy, energy, othersCommands }),
      ...fleetListRoutes({ db: reader, clock, policy: agesBy }),
    ],
    start() {
      reads.wake();
      facts.wake();
      // Outcomes of our own Commands are among the facts.
      unlisten = parts.listen(() => {
        facts.wake();
      });
    },
    async stop() {
      unlisten();
      await Promise.all([reads.stop(), facts.stop(), energy.stop(), othersCommands.stop()]);
    },
  };
}
