import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { BatteryCapacityChange } from '../../../contract/battery-capacity.ts';
import type { BulkRequest, BulkValue } from '../../../contract/console/bulk.ts';
import type { EndpointShape } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS, FeatureChange } from '../../../contract/feature.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import type { ItemRunner } from '../../jobs/item-runner.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { createBulkRunner } from '../bulk-runner.ts';
import { recordRun } from '../bulk-store.ts';
import { readItems, readRun } from '../read-bulk.ts';

export const BY: SignedIn = {
  operator: { id: 'o', name: 'Olga', role: 'operator' },
  sessionHash: 's',
};
/** Requests per second. */
export const PER_SECOND = 20;

/** The Service: the values of each Entity, and the calls it got. */
interface HeldValues {
  has: Map<string, BulkValue>;
  asked: { at: number; method: string; id: string }[];
  /** Decides a change: the error thrown before it or, for `lost`, after it; `deaf` does not apply it. */
  onChange: (id: string) => UpstreamFault | 'lost' | 'deaf' | null;
  onRead: (id: string) => UpstreamFault | null;
}

/** The Service's answer to a request that it refuses. */
export const refusal = (status: number, message: string, retryAfterS: number | null = null) =>
  new UpstreamFault('refused', 'x', {
    status,
    retryAfterS,
    errors: [{ code: null, message, description: null }],
  });

/** The change of a feature of these Entities. */
export const requestFor = (
  ids: readonly string[],
  more: Partial<BulkRequest> = {},
): BulkRequest => ({
  id: randomUUID(),
  reason: null,
  chosenBy: 'pasted ids',
  from: null,
  change: { kind: 'feature', feature: CAPTURE_CHARGE_SESSIONS, enabled: true },
  items: ids.map((entityId) => ({ entityId, capacity: null })),
  ...more,
});

/** Gives each test of a file a runner of bulk changes with a Service and a clock. */
export function bulkOfEachTest() {
  let clock: ManualClock;
  let db: Kysely<Store>;
  let runner: ItemRunner;
  let errors: unknown[];
  let service: HeldValues;

  function answerOf(id: string, path: string): RawAnswer {
    const value = service.has.get(id) ?? null;
    const body = path.endsWith('/features')
      ? [
          { feature: 'Other', isEnabled: true },
          ...(value === null ? [] : [{ feature: CAPTURE_CHARGE_SESSIONS, isEnabled: value }]),
        ]
      : { batteryCapacity: value };
    return {
      status: 200,
      contentType: 'application/json',
      dateMs: null,
      retryAfterS: null,
      body: Buffer.from(JSON.stringify(body)),
    };
  }

  const call = async ({ method, path }: EndpointShape, input: CallInput): Promise<RawAnswer> => {
    const id = input.params['entityId'] ?? '';
    service.asked.push({ at: clock.now(), method, id });
    await Promise.resolve();
    if (method === 'GET') {
      const fault = service.onRead(id);
      if (fault !== null) throw fault;
      return answerOf(id, path);
    }
    const fault = service.onChange(id);
    if (fault instanceof UpstreamFault) throw fault;
    const feature = FeatureChange.safeParse(input.body).data;
    if (fault === 'deaf') return answerOf(id, path);
    service.has.set(
      id,
      feature?.enabled ?? BatteryCapacityChange.parse(input.body).batteryCapacity,
    );
    if (fault === 'lost') throw new UpstreamFault('broken', 'The connection broke.');
    return answerOf(id, path);
  };

  const makeRunner = () =>
    createBulkRunner({
      db,
      clock,
      upstream: { call },
      budget: createRequestBudget(PER_SECOND, clock).limiter('bulk'),
      breaker: createOutageBreaker(clock),
      onError: (error) => errors.push(error),
    });

  beforeEach(async () => {
    clock = manualClock();
    db = await memoryStore();
    errors = [];
    service = { has: new Map(), asked: [], onChange: () => null, onRead: () => null };
    await importDirectory(db, SMALL_DIRECTORY, 'import', clock.now());
    runner = makeRunner();
  });
  afterEach(async () => {
    await runner.stop();
    if (errors.length > 0) throw new AggregateError(errors, 'the runner itself failed');
  });

  /** Entities whose feature is off. */
  function fleet(size: number): string[] {
    return Array.from({ length: size }, () => {
      const id = randomUUID();
      service.has.set(id, false);
      return id;
    });
  }

  async function begin(ids: readonly string[], more: Partial<BulkRequest> = {}): Promise<string> {
    const request = requestFor(ids, more);
    await recordRun(db, request, BY, clock.now());
    runner.wake();
    return request.id;
  }

  async function advance(ms: number): Promise<void> {
    const end = clock.now() + ms;
    while (clock.now() < end) {
      clock.advance(Math.min(50, end - clock.now()));
      for (let turn = 0; turn < 40; turn += 1) {
        await new Promise<void>((resolve) => {
          setImmediate(resolve);
        });
      }
    }
  }

  const itemsOf = async (id: string) => (await readItems(db, id, {}, clock.now())).items;
  const endsOf = async (id: string) => (await itemsOf(id)).map(({ state, note }) => [state, note]);
  const stateOf = async (id: string) => (await readRun(db, id, runner.pause())).state;
  const changes = () => service.asked.filter(({ method }) => method !== 'GET').map(({ id }) => id);

  return {
    get clock() {
      return clock;
    },
    get db() {
      return db;
    },
    get runner() {
      return runner;
    },
    get service() {
      return service;
    },
    /** Makes a new runner; the test has to stop the one before. */
    startAgain() {
      runner = makeRunner();
    },
    fleet,
    begin,
    advance,
    itemsOf,
    endsOf,
    stateOf,
    changes,
  };
}
