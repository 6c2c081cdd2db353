import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import type { FleetStatus, ResourceStatus } from '../../../contract/console/fleet.ts';
import {
  FLEET_POLICY,
  KEPT_OF,
  NOT_BY_POLICY,
  type FleetPolicy,
} from '../../../domain/fleet-policy.ts';
import { trusted } from '../../../lib/trusted.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { nextTurn } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { readFleetStatus } from '../fleet-status.ts';
import { askReads } from '../reads/ask-reads.ts';
import { createFleetReads, type FleetReads } from '../reads/scheduler.ts';
import { createFleetWriter } from '../reads/writer.ts';
import { fakeFleetService, type FakeFleetService } from './fake-fleet-service.ts';
import { chargeSession } from './fleet-rows.ts';

const DAY_MS = 86_400_000;
/** A timer further away is the scheduler's next look at the directory, twice a minute. */
const IDLE_FROM_MS = 25_000;
/** Requests per second of the harness. */
const BUDGET = 100;

/** What is not kept of Entities is read once: the days of a test pass faster. */
export const OF_ENTITIES_ALONE: FleetPolicy = {
  ...FLEET_POLICY,
  members: NOT_BY_POLICY,
  offboarding: NOT_BY_POLICY,
  types: NOT_BY_POLICY,
};

/** The scheduler with a Service, a store and a clock of a test. */
interface ReadsHarness {
  readonly clock: ManualClock;
  readonly db: Kysely<Store>;
  readonly service: FakeFleetService;
  /** The scheduler that was made last. */
  readonly reads: FleetReads;
  /** Whether the disk is nearly full; at first it is not. */
  fillDisk(isFull: boolean): void;
  /** Makes a new scheduler in place of the one before, which the test has to stop. */
  make(policy?: FleetPolicy | null): void;
  /** A directory of so many Entities, each with a session of yesterday and one of two years ago. */
  fleet(size: number): Promise<string[]>;
  /** Passes time, from timer to timer; while nothing is done, until a read is due. */
  pass(ms: number): Promise<void>;
  /** Wakes the scheduler, and passes time. */
  begin(ms: number): Promise<void>;
  /** Somebody asks now for reads of Entities. */
  ask(what: Parameters<typeof askReads>[1]): Promise<unknown>;
  /** Reads of a resource are due now. */
  makeDue(resource: string, more?: Partial<Store['fleet_reads']>): Promise<unknown>;
  /** @param policy of the scheduler */
  status(policy?: FleetPolicy): Promise<FleetStatus>;
  /** The state of a resource. */
  rowOf(resource: string): Promise<ResourceStatus | undefined>;
  /** The same of what is kept of Entities. */
  ofEntities(): Promise<ResourceStatus[]>;
  sessionsOf(entityId: string): Promise<Store['fleet_sessions'][]>;
  /** Stops it. @throws what the reads themselves failed with */
  end(): Promise<void>;
}

/** Lets what is under way continue until it waits for the clock. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await nextTurn();
  }
}

/**
 * Gives each test of a file a new harness without Entities; nothing is read before `wake`.
 * @param policy of the scheduler that each test begins with
 */
export function readsOfEachTest(policy?: FleetPolicy): Omit<ReadsHarness, 'end'> {
  let harness: ReadsHarness | null = null;
  beforeEach(async () => {
    harness = await readsHarness();
    harness.make(policy);
  });
  afterEach(() => harness?.end());
  // Each part is that of the harness of the test that runs.
  const ofTest = { get: (_target: object, part: string) => Reflect.get(harness ?? {}, part) };
  return trusted<ReadsHarness>(new Proxy({}, ofTest));
}

async function readsHarness(): Promise<ReadsHarness> {
  const clock = manualClock();
  const db = await memoryStore();
  const service = fakeFleetService();
  const errors: unknown[] = [];
  let hasRoom = true;
  let reads: FleetReads | null = null;
  const status = (policy: FleetPolicy = FLEET_POLICY) =>
    readFleetStatus(
      {
        reader: db,
        reads: { pause: () => null, perMinute: () => null, ...reads },
        policy,
        agesBy: policy,
        requestsPerSecond: BUDGET,
      },
      {},
      clock.now(),
    );
  /** Time until a read is due that is not due yet, in ms; at most a day. */
  const untilDue = async () => {
    const now = clock.now();
    const later = db.selectFrom('fleet_reads').where('due_at', '>', now);
    const { due } = await later
      .select((read) => read.fn.min('due_at').as('due'))
      .executeTakeFirstOrThrow();
    return Math.min(DAY_MS, (due ?? Infinity) - now);
  };
  const harness: ReadsHarness = {
    clock,
    db,
    service,
    fillDisk(isFull) {
      hasRoom = !isFull;
    },
    get reads() {
      if (reads === null) throw new Error('no scheduler was made');
      return reads;
    },
    make(policy = FLEET_POLICY) {
      reads = createFleetReads({
        db,
        clock,
        upstream: service,
        budget: createRequestBudget(BUDGET, clock).limiter('fleet'),
        breaker: createOutageBreaker(clock),
        policy,
        isWritable: () => true,
        hasRoom: () => hasRoom,
        atOnce: 16,
        writer: createFleetWriter({ db, clock, policy, onStored: () => {} }),
        onError: (error) => errors.push(error),
      });
    },
    async fleet(size) {
      const ids = Array.from({ length: size }, () => randomUUID()).toSorted();
      const entities = ids.map((id, at) => ({ id, name: `Van ${at}`, type: 'EV', brand: null }));
      await importDirectory(db, { collectives: [], entities }, 'import', clock.now());
      for (const id of ids) {
        service.entities.set(id, {
          locations: [{ id: randomUUID(), label: 'Depot', latitude: 52, longitude: 5 }],
          sessions: [
            chargeSession({ startMs: clock.now() - DAY_MS, energy: 10 }),
            chargeSession({ startMs: clock.now() - 730 * DAY_MS, energy: 5 }),
          ],
        });
      }
      return ids;
    },
    begin(ms) {
      harness.reads.wake();
      return harness.pass(ms);
    },
    ask: (what) => askReads(db, what, clock.now()),
    makeDue: (resource, more = {}) =>
      db
        .updateTable('fleet_reads')
        .where('resource', '=', resource)
        .set({ due_at: clock.now(), ...more })
        .execute(),
    async pass(ms) {
      const end = clock.now() + ms;
      for (;;) {
        await turns();
        const left = end - clock.now();
        if (left <= 0) return;
        const next = Math.max(1, clock.next() ?? left);
        const isPaused = reads?.pause() !== null;
        const isIdle = next > IDLE_FROM_MS && left > 3 * IDLE_FROM_MS && !isPaused;
        clock.advance(Math.min(left, isIdle ? Math.max(next, await untilDue()) : next));
      }
    },
    status,
    rowOf: async (name) => (await status()).resources.find(({ resource }) => resource === name),
    ofEntities: async () =>
      (await status()).resources.filter(({ resource }) => KEPT_OF[resource] === 'entity'),
    sessionsOf: (entityId) =>
      db.selectFrom('fleet_sessions').where('entity_id', '=', entityId).selectAll().execute(),
    async end() {
      await reads?.stop();
      await db.destroy();
      if (errors.length > 0) throw new AggregateError(errors, 'the reads themselves failed');
    },
  };
  return harness;
}
