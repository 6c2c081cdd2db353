import type { ServiceState } from '../contract/console/live.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../lib/clock.ts';
import type { ConsoleConfig } from './config.ts';
import { batchRoutes } from '../operations/dispatch/batches/batch-routes.ts';
import type { OutageBreaker } from '../operations/jobs/outage-and-rate-limit.ts';
import { createObserver, type Observer } from '../operations/dispatch/track/observe.ts';
import type { RequestBudget } from '../operations/jobs/request-budget.ts';
import { createTracker, type Tracker } from '../operations/dispatch/track/tracker.ts';
import type { Route } from '../http/route.ts';
import { changedBatches, type Notifier } from '../operations/live/notifier.ts';
import { createLive } from '../operations/live/live-routes.ts';
import type { SignedIn } from '../http/signed-in.ts';
import type { Sessions } from '../access/sessions.ts';
import type { Store } from '../store/schema/schema.ts';
import type { DiskRoom } from '../store/disk-room.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';

/** Dependencies of tracking Commands. */
export interface TrackingParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: UpstreamClient;
  budget: RequestBudget;
  breaker: OutageBreaker;
  config: Pick<ConsoleConfig, 'verificationWaitMinutes'>;
  storeHealth: Pick<StoreHealth, 'isWritable'>;
  diskRoom: Pick<DiskRoom, 'state'>;
  /** Whether the Service answers. */
  serviceState: () => ServiceState;
  notifier: Notifier;
  /** The operator behind a request, by its cookie. */
  whoAsks(request: FastifyRequest): Promise<SignedIn | null>;
  sessions: Pick<Sessions, 'listen'>;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** Tracks Commands after the send, and notifies browsers. */
export interface Tracking {
  observer: Observer;
  tracker: Tracker;
  routes: Route[];
  /** Resumes from the store. */
  start(): void;
  /** Ends the streams, so that the server can stop. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** Creates the tracking of Commands; `start` starts it. */
export function createTracking(parts: TrackingParts): Tracking {
  const { db, clock, upstream, breaker, config, notifier } = parts;
  const report = (what: string) => (error: unknown) => {
    parts.onError(error, what);
  };
  const observer = createObserver({
    db,
    clock,
    verificationWaitMs: config.verificationWaitMinutes * 60_000,
    onChange: (dispatchIds) => {
      notifier.tell(changedBatches(dispatchIds));
    },
  });
  const tracker = createTracker({
    db,
    clock,
    upstream,
    budget: parts.budget,
    breaker,
    observer,
    onError: report('the tracker failed'),
  });
  const live = createLive({
    db,
    clock,
    notifier,
    isWritable: () => parts.storeHealth.isWritable(),
    diskState: () => parts.diskRoom.state(),
    serviceState: () => parts.serviceState(),
    whoAsks: (request) => parts.whoAsks(request),
    sessions: parts.sessions,
    onError: report('the live updates failed'),
  });
  return {
    observer,
    tracker,
    routes: [...batchRoutes({ db, clock, tracker }), ...live.routes],
    start() {
      tracker.wake();
    },
    endStreams() {
      live.close();
    },
    async stop() {
      await tracker.stop();
    },
  };
}
