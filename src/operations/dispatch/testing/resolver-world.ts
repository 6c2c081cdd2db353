import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import type { CallInput } from '../../../bff/upstream/client.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { rawAnswer } from '../../../bff/testing/raw-answer.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import type { OffsetRange } from '../../../domain/service-clock.ts';
import type { Command } from '../../../contract/command.ts';
import type { Resolution } from '../../../contract/console/resolution.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { unknownDispatch } from '../../../server/testing/unknown-dispatch.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextTurn } from '../../../store/testing/postgres-store.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { readBatches } from '../batches/batch-list.ts';
import { wholeBatch } from './whole-batch.ts';
import { latestResolutions } from '../resolve/read-resolution.ts';
import { createResolver, type Resolver } from '../resolve/resolver.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { aCommand } from './stored-batch.ts';

/** The limits of the resolver, in milliseconds. */
export const LIMITS = {
  settleMs: 15_000,
  sendWithinMs: 20_000,
  horizonMs: 1_800_000,
};
/** Commands per page of the Service. */
const PAGE = 2;

/** Gives each test of a file a resolver with a Service that holds Commands, and a clock. */
export function resolverOfEachTest() {
  /** The Service's clock by its Date headers. */
  let dates: OffsetRange | null;

  let clock: ManualClock;
  let db: Kysely<Store>;
  let resolver: Resolver;
  /** Commands that the Service has, by Entity; a fault: they cannot be read. */
  let held: Map<string, Command[] | UpstreamFault>;
  let reads: CallInput[];
  /** How the Service lists a page of Commands. */
  let shapeOf: (page: Command[]) => unknown;
  let errors: unknown[];

  /** Answers a page of an Entity's Commands as the Service does. */
  function call(_endpoint: unknown, input: CallInput): Promise<RawAnswer> {
    reads.push(input);
    const own = held.get(input.params['entityId'] ?? '') ?? [];
    if (own instanceof UpstreamFault) return Promise.reject(own);
    const from = Number(input.query.continuationToken ?? 0);
    const next = from + PAGE < own.length ? String(from + PAGE) : null;
    const data = shapeOf(own.slice(from, from + PAGE));
    return Promise.resolve(rawAnswer({ data, meta: { continuationToken: next } }));
  }

  function start(): Resolver {
    return createResolver({
      db,
      clock,
      upstream: { call, clockOffset: () => dates },
      budget: createRequestBudget(500, clock).limiter('resolver'),
      breaker: createOutageBreaker(clock),
      limits: LIMITS,
      onChange: () => {},
      onError: (error) => errors.push(error),
    });
  }

  beforeEach(async () => {
    clock = manualClock();
    db = await smallStore(clock.now());
    held = new Map();
    reads = [];
    shapeOf = (page) => page;
    errors = [];
    dates = { lowMs: -300, highMs: 300 };
    resolver = start();
  });
  afterEach(async () => {
    await resolver.stop();
    if (errors.length > 0) throw new AggregateError(errors, 'the resolver itself failed');
  });

  /** Stores a dispatch whose outcome is unknown. */
  const unknown = (type = 'StopCharging', more: { at?: number } = {}): Promise<string> =>
    unknownDispatch(db, { now: clock.now(), dates, type, ...more });

  const command = (entityId: string, at = clock.now(), more: Partial<Command> = {}): Command =>
    aCommand(randomUUID(), { entityId, triggerTime: isoInstant(at), ...more });

  /** Whether a check runs, or is due. */
  async function isBusy(): Promise<boolean> {
    const running = db.selectFrom('resolutions').where('state', '=', 'running').select('state');
    const due = db.selectFrom('intents').where('next_check_at', '<=', clock.now()).select('id');
    return (await running.execute()).length + (await due.execute()).length > 0;
  }

  /** Waits until all reads in flight are done, including those that the clock delays briefly. */
  async function settle(): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < 3; turn += 1) {
      if (turn > 3000 || errors.length > 0)
        throw new AggregateError(errors, 'a check does not end');
      const next = clock.next();
      if (next !== null && next <= 50) clock.advance(next);
      await nextTurn();
      quiet = (await isBusy()) ? 0 : quiet + 1;
    }
  }

  async function wake(): Promise<void> {
    resolver.wake();
    await settle();
  }

  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    await settle();
  }

  /** A check at once, and one after the settling time. */
  async function settled(): Promise<void> {
    await wake();
    await advance(LIMITS.settleMs);
  }

  /** The dispatches that are shown as of an unknown outcome. */
  async function openIds(): Promise<string[]> {
    const list = await readBatches(db, { outcome: 'unknown' }, clock.now());
    return list.batches.map((batch) => batch.id);
  }

  async function resolutionOf(id: string): Promise<Resolution> {
    const found = (await latestResolutions(db, [id], clock.now())).get(id);
    if (found === undefined) throw new Error('no check');
    return found;
  }
  const batchOf = (id: string) => wholeBatch(db, id, clock.now());

  const setSending = (id: string) =>
    db.updateTable('intents').set({ outcome: 'sending' }).where('id', '=', id).execute();

  return {
    get db() {
      return db;
    },
    get clock() {
      return clock;
    },
    get resolver() {
      return resolver;
    },
    get held() {
      return held;
    },
    get reads() {
      return reads;
    },
    /** Sets the Service's clock by its Date headers. */
    setDates(range: OffsetRange | null) {
      dates = range;
    },
    /** Sets how the Service lists a page of Commands. */
    setShape(shape: typeof shapeOf) {
      shapeOf = shape;
    },
    /** Starts the ended process again, and counts its reads from there. */
    startAgain() {
      reads = [];
      resolver = start();
    },
    unknown,
    command,
    settle,
    wake,
    settled,
    advance,
    openIds,
    resolutionOf,
    batchOf,
    setSending,
  };
}
