import type { Kysely } from 'kysely';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Route } from '../../bff/http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createBefores } from './before/befores.ts';
import { documentRoutes } from './definitions/document-routes.ts';
import { createReportPulse } from './runs/pulse.ts';
import { createRunRemover } from './runs/remove-run.ts';
import { resultRoutes } from './results/result-routes.ts';
import { runRoutes } from './runs/run-routes.ts';
import { createReportRunner } from './runs/run-runner.ts';

/** What reports need. */
export interface ReportParts {
  db: Kysely<Store>;
  /** A separate connection for what is added up beside pages: it does not wait for what is being written. */
  reader: Kysely<Store>;
  clock: Clock;
  /** Does the reads that reports ask for. */
  fleet: { wake(): void };
  /** Decides which reads are fresh enough. */
  policy: FleetPolicy;
  /** Tells browsers that something changed. */
  notify(): void;
  /** Resolves when operators wait for nothing; soon in any case. */
  giveWay(): Promise<void>;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** All that makes reports. */
export interface Reports {
  routes: Route[];
  /** Takes up what is in the store. */
  start(): void;
  /** To be called when reads of the fleet store were stored. */
  onStored(): void;
  stop(): Promise<void>;
}

/** Makes the parts of the reports; `start` sets them going. */
export function createReports(parts: ReportParts): Reports {
  const { db, reader, clock, fleet, policy } = parts;
  const notify = () => {
    parts.notify();
  };
  const failed = (what: string) => (error: unknown) => {
    parts.onError(error, what);
  };
  const pulse = createReportPulse({
    db,
    clock,
    onBeat: notify,
    onError: failed('telling how far reports are failed'),
  });
  const runner = createReportRunner({
    db,
    clock,
    fleet,
    policy,
    onChange: () => {
      pulse.changed();
    },
    onError: failed('taking sessions over into a report failed'),
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
      await pulse.stop();
    },
  };
}
