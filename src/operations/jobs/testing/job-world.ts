import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { BatteryCapacityChange } from '../../../contract/battery-capacity.ts';
import type { Command } from '../../../contract/command.ts';
import type { BulkRequest, CancelRequest, JobValue } from '../../../contract/console/job.ts';
import type { EndpointShape } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS, FeatureChange } from '../../../contract/feature.ts';
import { OffboardingCreation } from '../../../contract/offboarding-request.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { nextTurn } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { aCommand, storeBatch } from '../../dispatch/testing/stored-batch.ts';
import { createObserver } from '../../dispatch/track/observe.ts';
import type { ItemRunner } from '../item-runner.ts';
import { createJobRunner } from '../job-runner.ts';
import { createJob } from '../job-store.ts';
import { newCancel, newChange } from '../new-jobs.ts';
import { createOutageBreaker } from '../outage-and-rate-limit.ts';
import { readItems, readJob } from '../read-jobs.ts';
import { createRequestBudget } from '../request-budget.ts';

export const BY: SignedIn = {
  operator: { id: 'o', name: 'Olga', role: 'operator' },
  sessionHash: 's',
};
const HOUR = 3_600_000;

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

function raw(value: unknown): RawAnswer {
  return {
    status: 200,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** The Service: its Commands, values and Offboarding Requests, and the calls it got. */
class FakeService {
  commands = new Map<string, Command>();
  values = new Map<string, JobValue>();
  requests: { id: string; status: string | null; data: { id: string } }[] = [];
  asked: { at: number; method: string; target: string }[] = [];
  /** Decides a change: the error thrown before it or, for `lost`, after it; `deaf` does not apply it. */
  onSend: (target: string) => UpstreamFault | 'lost' | 'deaf' | null = () => null;
  onRead: (target: string) => UpstreamFault | null = () => null;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What was asked to change, in this order. */
  get sent(): string[] {
    return this.asked.filter(({ method }) => method !== 'GET').map(({ target }) => target);
  }

  call = async ({ method, path }: EndpointShape, input: CallInput): Promise<RawAnswer> => {
    const made = OffboardingCreation.safeParse(input.body).data?.entityId;
    const target = input.params['commandId'] ?? input.params['entityId'] ?? made ?? 'list';
    this.asked.push({ at: this.#now(), method, target });
    await Promise.resolve();
    if (method === 'GET') {
      const fault = this.onRead(target);
      if (fault !== null) throw fault;
      return raw(this.#read(path, target, input));
    }
    const fault = this.onSend(target);
    if (fault instanceof UpstreamFault) throw fault;
    const answer =
      fault === 'deaf' ? this.#read(path, target, input) : this.#change(path, target, input);
    if (fault === 'lost') throw new UpstreamFault('broken', 'The connection broke.');
    return raw(answer);
  };

  #read(path: string, target: string, { query }: CallInput): unknown {
    if (this.commands.has(target)) return this.commands.get(target);
    const value = this.values.get(target) ?? null;
    if (path.endsWith('/features')) {
      const own = value === null ? [] : [{ feature: CAPTURE_CHARGE_SESSIONS, isEnabled: value }];
      return [{ feature: 'Other', isEnabled: true }, ...own];
    }
    if (path.endsWith('/battery-capacity')) return { batteryCapacity: value };
    // One Offboarding Request per page, so that every page has to be read.
    const at = Number(new Map(Object.entries(query)).get('continuationToken') ?? 0);
    const next = at + 1 < this.requests.length ? String(at + 1) : null;
    return { data: this.requests.slice(at, at + 1), meta: { continuationToken: next } };
  }

  #change(path: string, target: string, input: CallInput): unknown {
    const command = this.commands.get(target);
    if (command !== undefined) {
      if (command.status !== 'Pending') throw refusal(409, 'Only a Pending one');
      this.commands.set(target, { ...command, status: 'Canceled' });
    } else if (path.endsWith('/entities')) {
      return this.addRequest(target, 'Pending');
    } else {
      const feature = FeatureChange.safeParse(input.body).data;
      this.values.set(
        target,
        feature?.enabled ?? BatteryCapacityChange.parse(input.body).batteryCapacity,
      );
    }
    return this.#read(path, target, input);
  }

  addRequest(entityId: string, status: string | null) {
    const request = { id: randomUUID(), status, data: { id: entityId } };
    this.requests.push(request);
    return request;
  }
}

/** A store, a Service, a clock, and runners on them. */
export class JobWorld {
  readonly clock: ManualClock = manualClock();
  readonly service = new FakeService(() => this.clock.now());
  readonly errors: unknown[] = [];
  readonly runners: ItemRunner[] = [];
  readonly db: Kysely<Store>;

  constructor(db: Kysely<Store>) {
    this.db = db;
  }

  /** A process, with its own way to the store and to the Service. */
  process(db: Kysely<Store>, call: typeof this.service.call, onError: (error: unknown) => void) {
    const { clock } = this;
    return createJobRunner({
      db,
      clock,
      upstream: { call },
      budget: createRequestBudget(20, clock).limiter('jobs'),
      breaker: createOutageBreaker(clock),
      observer: createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} }),
      onChange: () => {},
      onError,
    });
  }

  /** Starts another process. */
  start(): ItemRunner {
    const { db, service } = this;
    const runner = this.process(db, service.call, (error) => this.errors.push(error));
    this.runners.push(runner);
    runner.wake();
    return runner;
  }

  get runner(): ItemRunner {
    return this.runners.at(-1) ?? this.start();
  }

  /** Entities whose feature is off. */
  fleet(size: number): string[] {
    return Array.from({ length: size }, () => {
      const id = randomUUID();
      this.service.values.set(id, false);
      return id;
    });
  }

  /** Stores a schedule with a Pending Command for each of these times from now. */
  async schedule(inMs: readonly number[]): Promise<{ key: string; ids: string[] }> {
    const all = inMs.map((ms) =>
      aCommand(randomUUID(), { triggerTime: isoInstant(this.clock.now() + ms) }),
    );
    for (const each of all) this.service.commands.set(each.id, each);
    const key = await storeBatch(this.db, { kind: 'schedule', commands: all }, this.clock.now());
    this.clock.advance(1000);
    return { key, ids: all.map((each) => each.id) };
  }

  /** A batch of Commands, an hour apart. */
  hours(size: number): Promise<{ key: string; ids: string[] }> {
    return this.schedule(Array.from({ length: size }, (_, at) => HOUR + at));
  }

  async cancel(key: string, more: Partial<CancelRequest> = {}, by = BY) {
    const job = newCancel(key, { id: randomUUID(), reason: null, only: null, ...more });
    return createJob(this.db, job, by, this.clock.now());
  }

  async change(request: BulkRequest, by = BY) {
    return createJob(this.db, newChange(request), by, this.clock.now());
  }

  offboard(ids: readonly string[]) {
    return this.change(requestFor(ids, { change: { kind: 'offboarding' } }));
  }

  /** Lets time pass. */
  async advance(ms: number): Promise<void> {
    this.runner.wake();
    for (const end = this.clock.now() + ms; this.clock.now() < end;) {
      this.clock.advance(Math.min(50, end - this.clock.now()));
      for (let turn = 0; turn < 40; turn += 1) await nextTurn();
    }
  }

  async job(id: string) {
    return readJob(this.db, id, this.runners.at(-1)?.pause() ?? null);
  }

  async items(id: string) {
    return (await readItems(this.db, id, {}, this.clock.now())).items;
  }

  async states(id: string) {
    return (await this.items(id)).map(({ state }) => state);
  }

  async ends(id: string) {
    return (await this.items(id)).map(({ state, note }) => [state, note]);
  }

  /** Lets some time pass in any store. */
  async turn(): Promise<void> {
    this.clock.advance(50);
    for (let turn = 0; turn < 5; turn += 1) {
      await this.db.selectFrom('jobs').select('id').limit(1).execute();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  /** Lets time pass, in any store, until this holds. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    for (let step = 0; !(await holds()); step += 1) {
      if (step > 4000) throw new Error('this never happens');
      await this.turn();
    }
  }

  /** Lets time pass, in any store, until a job has ended. */
  untilDone(id: string): Promise<void> {
    return this.until(async () => (await this.job(id)).state === 'done');
  }
}

/** Gives each test of a file a world. @param open makes its store; absent: in memory */
export function worldOfEachTest(open: () => Promise<Kysely<Store>> = memoryStore): () => JobWorld {
  let world: JobWorld;
  beforeEach(async () => {
    world = new JobWorld(await open());
    await importDirectory(world.db, SMALL_DIRECTORY, 'import', world.clock.now());
  });
  afterEach(async () => {
    for (const runner of world.runners) await runner.stop();
    await world.db.destroy();
    if (world.errors.length > 0) throw new AggregateError(world.errors, 'a runner itself failed');
  });
  return () => world;
}
