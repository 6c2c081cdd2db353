import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { OutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../jobs/request-budget.ts';
import type { Route } from '../../bff/http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import { documentRoutes } from './definitions/document-routes.ts';
import { createReportPulse } from './runs/pulse.ts';
import { createRunRemover } from './runs/remove-run.ts';
import { resultRoutes } from './results/result-routes.ts';
import { runRoutes } from './runs/run-routes.ts';
import { createReportRunner } from './runs/run-runner.ts';

/** What reports need. */
export interface ReportParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  /** Their share of the requests to the Service. */
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Most Entities that are read at the same time. */
  atOnce: number;
  /** Tells browsers that something changed. */
  notify(): void;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** All that makes reports. */
export interface Reports {
  routes: Route[];
  /** Takes up what is in the store. */
  start(): void;
  stop(): Promise<void>;
}

/** Makes the parts of the reports; `start` sets them going. */
export function createReports(parts: ReportParts): Reports {
  const { db, clock, upstream, budget, breaker, atOnce } = parts;
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
    upstream,
    budget,
    breaker,
    atOnce,
    onChange: () => {
      pulse.changed();
    },
    onError: failed('reading sessions for a report failed'),
  });
  const remover = createRunRemover({
    db,
    clock,
    onError: failed('removing a deleted report failed'),
  });
  return {
    routes: [
      ...documentRoutes({ db, clock }),
      ...runRoutes({ db, clock, runner, remover, notify }),
      ...resultRoutes({ db }),
    ],
    start() {
      runner.wake();
      remover.wake();
    },
    async stop() {
      await Promise.all([runner.stop(), remover.stop()]);
      await pulse.stop();
    },
  };
}
