import type { Kysely } from 'kysely';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Route } from '../../http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createBefores } from './before/befores.ts';
import { documentRoutes } from './definitions/document-routes.ts';
import { createReportPulse, type ChangedRun } from './runs/pulse.ts';
import { createRunRemover } from './runs/remove-run.ts';
import { resultRoutes } from './results/result-routes.ts';
import { runRoutes } from './runs/run-routes.ts';
import { createReportRunner } from './runs/run-runner.ts';

/** Dependencies of reports. */
export interface ReportParts {
  db: Kysely<Store>;
  /** A separate connection for background sums, which does not wait for writes. */
  reader: Kysely<Store>;
  clock: Clock;
  /** Performs the reads that reports request. */
  fleet: { wake(): void };
  /** Decides which reads are fresh enough. */
  policy: FleetPolicy;
  /** In which the Service gives battery capacities. */
  capacityUnit: string;
  /** Tells browsers that something changed. */
  notify(run: ChangedRun): void;
  /** Resolves when no operator's request is waiting; soon in any case. */
  giveWay(): Promise<void>;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** The parts that make reports. */
export interface Reports {
  routes: Route[];
  /** Resumes from the store. */
  start(): void;
  /** Must be called when reads of the fleet store were stored. */
  onStored(): void;
  stop(): Promise<void>;
}

/** Creates the parts of the reports; `start` starts them. */
export function createReports(parts: ReportParts): Reports {
  const { db, reader, clock, fleet, policy, capacityUnit } = parts;
  const notify = (run: ChangedRun) => {
    parts.notify(run);
  };
  const failed = (what: string) => (error: unknown) => {
    parts.onError(error, what);
  };
  const pulse = createReportPulse(clock, notify);
  const runner = createReportRunner({
    db,
    clock,
    fleet,
    policy,
    capacityUnit,
    onChange: (run) => {
      pulse.changed(run);
    },
    onError: failed('adding sessions to a report failed'),
  });
  const remover = createRunRemover({
    db,
    clock,
    onError: failed('removing a deleted report failed'),
  });
  const befores = createBefores({ db, reader, clock, giveWay: () => parts.giveWay() });
  return {
    routes: [
      ...documentRoutes({ db, clock }),
      ...runRoutes({ db, clock, runner, fleet, remover, notify }),
      ...resultRoutes({ db, clock, befores }),
    ],
    start() {
      runner.wake();
      remover.wake();
    },
    onStored: () => {
      runner.onStored();
    },
    async stop() {
      await Promise.all([runner.stop(), remover.stop(), befores.stop()]);
      pulse.stop();
    },
  };
}
