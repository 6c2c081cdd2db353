import type { Kysely } from 'kysely';
import type { Changed } from '../../contract/console/live.ts';
import type { Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Audit } from '../audit/audit.ts';
import { createAskSoon } from './ask-soon.ts';
import { reportRoutes } from './report-routes.ts';
import { createReportThread } from './report-thread.ts';
import { deleteOutdated } from './store-sealed.ts';
import type { ThreadSettings } from './thread-messages.ts';

/** The thread is there for the first report of an operator, and does not hold up the start. In milliseconds. */
const START_AFTER_MS = 3000;
/** How often reports whose last day is over are looked for, in milliseconds. */
const LOOK_EVERY_MS = 3_600_000;

/** Dependencies of reports that are addresses. */
export interface ReportsParts {
  db: Kysely<Store>;
  clock: Clock;
  /** What the thread is started with. */
  settings: ThreadSettings;
  /** `report-worker.js` of the build. */
  worker: URL;
  /** Performs requested reads. */
  fleet: { wake(): void };
  /** Tells browsers what changed. */
  notify: (changed: Changed) => void;
  audit: Pick<Audit, 'transaction'>;
  /** Called when the thread failed, which is started again with the next request, or nothing could be deleted. */
  onError(error: unknown): void;
}

/** Reports that are addresses: their routes, and the thread that computes them once one is asked for. */
export interface ReportsPart {
  routes: Route[];
  /** Starts deleting sealed reports whose last day is over. */
  start(): void;
  stop(): Promise<void>;
}

/** Creates the parts of reports that are addresses. */
export function createReports(parts: ReportsParts): ReportsPart {
  const { db, clock, settings, worker, fleet, notify } = parts;
  const thread = createReportThread(worker, settings, (error) => {
    parts.onError(error);
  });
  const soon = createAskSoon(thread, clock);
  const outdated = createWorkLoop({
    clock,
    holdMs: () => 0,
    errorPauseMs: LOOK_EVERY_MS,
    onError: (error) => {
      parts.onError(error);
    },
    async look() {
      if ((await deleteOutdated(db, parts.audit, clock.now())) > 0) notify({ reports: null });
      return LOOK_EVERY_MS;
    },
  });
  let cancel = () => {};
  return {
    routes: reportRoutes({ db, clock, tasks: thread, soon, fleet, notify }),
    start() {
      outdated.wake();
      cancel = clock.after(START_AFTER_MS, () => {
        thread.start();
      });
    },
    async stop() {
      cancel();
      await outdated.stop();
      soon.stop();
      await thread.stop();
    },
  };
}
