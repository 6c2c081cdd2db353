import type { Kysely } from 'kysely';
import type { Changed } from '../../contract/console/live.ts';
import type { Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createAskSoon } from './ask-soon.ts';
import { figureRoutes } from './figures-routes.ts';
import { createReportThread } from './report-thread.ts';
import type { ThreadSettings } from './thread-messages.ts';

/** Dependencies of reports that are addresses. */
export interface FiguresParts {
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
  /** Called when the thread failed; it is started again with the next request. */
  onError(error: unknown): void;
}

/** Reports that are addresses: their routes, and the thread that computes them once one is asked for. */
export interface FiguresPart {
  routes: Route[];
  stop(): Promise<void>;
}

/** Creates the parts of reports that are addresses. */
export function createFigures(parts: FiguresParts): FiguresPart {
  const { db, clock, settings, worker, fleet, notify } = parts;
  const thread = createReportThread(worker, settings, (error) => {
    parts.onError(error);
  });
  const soon = createAskSoon(thread, clock);
  return {
    routes: figureRoutes({ db, clock, tasks: thread, soon, fleet, notify }),
    async stop() {
      soon.stop();
      await thread.stop();
    },
  };
}
