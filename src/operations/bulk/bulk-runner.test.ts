import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BulkRequest, BulkValue } from '../../contract/console/bulk.ts';
import type { EndpointShape } from '../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS, FeatureChange } from '../../contract/feature.ts';
import { BatteryCapacityChange } from '../../contract/battery-capacity.ts';
import { importDirectory } from '../directory/import.ts';
import type { ItemRunner } from '../jobs/item-runner.ts';
import { createOutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../jobs/request-budget.ts';
import type { SignedIn } from '../../bff/session/sessions.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import type { CallInput } from '../../bff/upstream/client.ts';
import type { RawAnswer } from '../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { readItems, readRun } from './read-bulk.ts';
import { changeRunState, markSending, recordRun, settleItem } from './bulk-store.ts';
import { createBulkRunner } from './bulk-runner.ts';

const BY: SignedIn = { operator: { id: 'o', name: 'Olga', role: 'operator' }, sessionHash: 's' };
const PER_SECOND = 20;

let clock: ManualClock;
let db: Kysely<Store>;
let runner: ItemRunner;
let errors: unknown[];
/** The Service: what each Entity has, and what it was asked. */
let has: Map<string, BulkValue>;
let asked: { at: number; method: string; id: string }[];
/** Decides a change: what is thrown before or, for `lost`, after it was made; `deaf` makes none. */
let onChange: (id: string) => UpstreamFault | 'lost' | 'deaf' | null;
let onRead: (id: string) => UpstreamFault | null;

const refusal = (status: number, message: string, retryAfterS: number | null = null) =>
  new UpstreamFault('refused', 'x', {
    status,
    retryAfterS,
    errors: [{ code: null, message, description: null }],
  });

function answerOf(id: string, path: string): RawAnswer {
  const value = has.get(id) ?? null;
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
  asked.push({ at: clock.now(), method, id });
  await Promise.resolve();
  if (method === 'GET') {
    const fault = onRead(id);
    if (fault !== null) throw fault;
    return answerOf(id, path);
  }
  const fault = onChange(id);
  if (fault instanceof UpstreamFault) throw fault;
  const feature = FeatureChange.safeParse(input.body).data;
  if (fault === 'deaf') return answerOf(id, path);
  has.set(id, feature?.enabled ?? BatteryCapacityChange.parse(input.body).batteryCapacity);
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
  has = new Map();
  asked = [];
  onChange = () => null;
  onRead = () => null;
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
    has.set(id, false);
    return id;
  });
}

const requestFor = (ids: readonly string[], more: Partial<BulkRequest> = {}): BulkRequest => ({
  id: randomUUID(),
  reason: null,
  chosenBy: 'pasted ids',
  from: null,
  change: { kind: 'feature', feature: CAPTURE_CHARGE_SESSIONS, enabled: true },
  items: ids.map((entityId) => ({ entityId, capacity: null })),
  ...more,
});

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
const said = (message: string) => ({ source: 'service', message });
const own = (message: string) => ({ source: 'console', message });
const lostBy = (message: string) => ({ code: 'lost', reason: own(message) });
const checked = (doubt: object, value: BulkValue) => ({
  code: 'checked',
  doubt,
  seen: { code: 'value', value },
});
const stateOf = async (id: string) => (await readRun(db, id, runner.pause())).state;
const changes = () => asked.filter(({ method }) => method !== 'GET').map(({ id }) => id);

describe('a run', () => {
  test('reads each value first, sends one change where it differs, and keeps the value before', async () => {
    const [off = '', on = ''] = fleet(2);
    has.set(on, true);
    const id = await begin([off, on, CARS[0]], { reason: 'New tariff' });
    await advance(2000);
    const [first, second, third] = await itemsOf(id);
    expect(first).toMatchObject({ state: 'done', wanted: true, before: { value: false } });
    expect(second).toMatchObject({ state: 'unchanged', before: { value: true }, note: null });
    expect(third).toMatchObject({ state: 'skipped', entityName: 'Van 1', before: null });
    expect(third?.note).toEqual({
      code: 'not-sent',
      seen: { code: 'no-feature', listed: ['Other'] },
    });
    expect(changes()).toEqual([off]);
    expect(await readRun(db, id, null)).toMatchObject({
      state: 'done',
      total: 3,
      operatorName: 'Olga',
      reason: 'New tariff',
      counts: { done: 1, unchanged: 1, skipped: 1, waiting: 0 },
    });
  });

  test('sets a capacity for each row; none before is kept as none', async () => {
    const [first = '', second = '', third = ''] = fleet(3);
    has.set(first, null);
    has.set(second, 40);
    has.set(third, 77.5);
    const items = [first, second, third].map((entityId) => ({ entityId, capacity: 77.5 }));
    const id = await begin([], { change: { kind: 'capacity' }, items });
    await advance(2000);
    expect((await itemsOf(id)).map(({ state, before }) => [state, before?.value])).toEqual([
      ['done', null],
      ['done', 40],
      ['unchanged', 77.5],
    ]);
    expect([has.get(first), has.get(second)]).toEqual([77.5, 77.5]);
    expect(changes()).toHaveLength(2);
  });

  test('keeps a refusal in the words of the Service, of the change and of the reading', async () => {
    const [refused = '', hidden = ''] = fleet(2);
    onChange = () => refusal(412, 'Set the battery capacity first');
    onRead = (id) => (id === hidden ? refusal(404, 'No such Entity') : null);
    const id = await begin([refused, hidden]);
    await advance(2000);
    expect(await endsOf(id)).toEqual([
      [
        'refused',
        { code: 'refused', reason: said('Set the battery capacity first'), reading: false },
      ],
      ['refused', { code: 'refused', reason: said('No such Entity'), reading: true }],
    ]);
    expect(changes()).toEqual([refused]);
    const { items, total } = await readItems(db, id, { state: 'problems' }, clock.now());
    expect([items.length, total]).toEqual([2, 2]);
    expect((await readItems(db, id, { state: 'done' }, clock.now())).total).toBe(0);
  });

  test('a lost answer is settled by reading: done, or unknown; it is never sent again', async () => {
    const [lost = '', timedOut = ''] = fleet(2);
    onChange = (id) =>
      id === lost ? 'lost' : new UpstreamFault('server-error', 'x', { status: 500 });
    const id = await begin([lost, timedOut]);
    await advance(3000);
    expect(await itemsOf(id)).toMatchObject([
      { state: 'done', note: checked(lostBy('The connection broke.'), true) },
      { state: 'unknown', before: { value: false }, after: { value: false } },
    ]);
    expect(changes().toSorted()).toEqual([lost, timedOut].toSorted());
    expect(await stateOf(id)).toBe('done');
  });

  test('a text that an earlier version stored in place of a note is kept', async () => {
    const id = await begin(fleet(2));
    await advance(1000);
    const row = db.updateTable('bulk_items').where('position', '=', 0);
    await row.set({ words: 'The connection broke. Read afterwards: on.' }).execute();
    expect(await endsOf(id)).toEqual([
      ['done', { code: 'kept', message: 'The connection broke. Read afterwards: on.' }],
      ['done', null],
    ]);
  });

  test('an answer with another value than the wanted one is not taken for done', async () => {
    const [id = ''] = fleet(1);
    onChange = () => 'deaf';
    const run = await begin([id]);
    await advance(1000);
    expect(await endsOf(run)).toEqual([
      ['unknown', checked({ code: 'answered', found: { code: 'value', value: false } }, false)],
    ]);
    expect(changes()).toHaveLength(1);
  });

  test('what cannot be read is skipped after a few tries, and nothing is sent', async () => {
    const ids = fleet(1);
    onRead = () => new UpstreamFault('server-error', 'It answered 500 without a reason.');
    const id = await begin(ids);
    await advance(2000);
    expect(await endsOf(id)).toEqual([
      [
        'skipped',
        {
          code: 'not-sent',
          seen: { code: 'unread', reason: own('It answered 500 without a reason.') },
        },
      ],
    ]);
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });
});

describe('within the budget', () => {
  test('never more requests in any second than it allows', async () => {
    const id = await begin(fleet(60));
    await advance(8000);
    expect(await stateOf(id)).toBe('done');
    expect(asked).toHaveLength(120);
    for (const { at } of asked) {
      const within = asked.filter((each) => each.at >= at && each.at < at + 1000);
      expect(within.length).toBeLessThanOrEqual(PER_SECOND);
    }
  });

  test('429 with Retry-After pauses the whole run; a change that was refused so is not sent again', async () => {
    const ids = fleet(30);
    let until = clock.now() + 1000;
    const limit = () => (clock.now() < until ? null : refusal(429, 'Slow down', 10));
    onChange = limit;
    onRead = limit;
    const id = await begin(ids);
    await advance(1500);
    const { length } = asked;
    expect(runner.pause()?.message).toBe('Slow down');
    expect((await readRun(db, id, runner.pause())).pause?.message).toBe('Slow down');
    until = Number.POSITIVE_INFINITY;
    await advance(8000);
    expect(asked).toHaveLength(length);
    await advance(12_000);
    expect(await stateOf(id)).toBe('done');
    expect(runner.pause()).toBeNull();
    expect(new Set(changes()).size).toBe(changes().length);
    const { counts } = await readRun(db, id, null);
    expect(counts.done + counts.refused).toBe(30);
    expect(counts.done).toBeGreaterThan(20);
  });

  test('waits while the Service is away; what never went out is tried when it is back', async () => {
    const ids = fleet(2);
    let away = true;
    onChange = () => (away ? new UpstreamFault('not-connected', 'No connection.') : null);
    const id = await begin(ids);
    await advance(2500);
    const tried = changes().length;
    expect(tried).toBeLessThanOrEqual(2);
    expect((await itemsOf(id)).map(({ state, before }) => [state, before])).toEqual([
      ['waiting', null],
      ['waiting', null],
    ]);
    away = false;
    await advance(3000);
    expect((await itemsOf(id)).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('an access token that is rejected skips nobody', async () => {
    const ids = fleet(3);
    let rejected = true;
    onRead = () => (rejected ? new UpstreamFault('auth', 'The token was rejected.') : null);
    const id = await begin(ids);
    await advance(5000);
    expect((await readRun(db, id, runner.pause())).counts.waiting).toBe(3);
    rejected = false;
    await advance(4000);
    expect((await readRun(db, id, null)).counts.done).toBe(3);
  });
});

describe('stop, restart and repetition', () => {
  test('stops after what is out, and goes on with the rest', async () => {
    const id = await begin(fleet(40));
    await advance(1500);
    await changeRunState(db, id, 'running', 'stopped');
    await advance(1000);
    const { length } = asked;
    const { counts } = await readRun(db, id, null);
    expect(counts.sending).toBe(0);
    expect(counts.done).toBeGreaterThan(3);
    expect(counts.waiting).toBeGreaterThan(10);
    await advance(3000);
    expect(asked).toHaveLength(length);
    await changeRunState(db, id, 'stopped', 'running');
    runner.wake();
    await advance(5000);
    expect((await readRun(db, id, null)).counts.done).toBe(40);
    expect(new Set(changes()).size).toBe(40);
    expect(changes()).toHaveLength(40);
  });

  test('after a crash what was out is found out by reading alone, and the rest goes on', async () => {
    const [made = '', not = '', rest = ''] = fleet(3);
    const request = requestFor([made, not, rest]);
    await recordRun(db, request, BY, clock.now());
    for (const position of [0, 1]) {
      const key = { run_id: request.id, position };
      const before = { value: false, at: clock.now() };
      const mark = () => markSending(db, key, before, clock.now());
      expect([await mark(), await mark()]).toEqual([true, false]);
    }
    has.set(made, true);
    runner.wake();
    await advance(2000);
    expect(await endsOf(request.id)).toEqual([
      ['done', checked({ code: 'stopped' }, true)],
      ['unknown', checked({ code: 'stopped' }, false)],
      ['done', null],
    ]);
    expect(changes()).toEqual([rest]);
  });

  test('what was out is read even where the run was stopped; a doubt waits for the Service', async () => {
    const [id = ''] = fleet(1);
    let away = true;
    onChange = () => new UpstreamFault('timeout', 'No answer in time.');
    onRead = () =>
      away && changes().length > 0 ? new UpstreamFault('not-connected', 'No connection.') : null;
    const run = await begin([id]);
    await advance(1000);
    await changeRunState(db, run, 'running', 'stopped');
    await advance(5000);
    expect(await itemsOf(run)).toMatchObject([{ state: 'sending' }]);
    away = false;
    await advance(4000);
    expect(await endsOf(run)).toEqual([['unknown', checked(lostBy('No answer in time.'), false)]]);
    expect(changes()).toHaveLength(1);
    expect(await stateOf(run)).toBe('done');
  });

  test('no two runs change the same Entities: neither one resumed beside another, nor one begun before the last answer of a stopped one', async () => {
    const ids = fleet(2);
    const change = { kind: 'feature', feature: CAPTURE_CHARGE_SESSIONS, enabled: false } as const;
    const opposite = () => recordRun(db, requestFor(ids, { change }), BY, clock.now());
    const first = requestFor(ids);
    await recordRun(db, first, BY, clock.now());
    const before = { value: false, at: clock.now() };
    await markSending(db, { run_id: first.id, position: 0 }, before, clock.now());
    await changeRunState(db, first.id, 'running', 'stopped');
    const problem = { status: 409, code: 'changed_since' };
    await expect(opposite()).rejects.toMatchObject(problem);
    await settleItem(db, { run_id: first.id, position: 0 }, { state: 'done', note: null }, 0);
    expect(await opposite()).toEqual({ created: true });
    const resume = () => changeRunState(db, first.id, 'stopped', 'running');
    await expect(resume()).rejects.toMatchObject(problem);
    expect(await stateOf(first.id)).toBe('stopped');
    runner.wake();
    await advance(2000);
    await resume();
    expect(await stateOf(first.id)).toBe('running');
  });

  test('survives the death of the process: each change goes out once', async () => {
    const id = await begin(fleet(30));
    await advance(1000);
    await runner.stop();
    const { length } = changes();
    expect(length).toBeGreaterThan(0);
    runner = makeRunner();
    runner.wake();
    await advance(5000);
    expect(await stateOf(id)).toBe('done');
    expect(changes()).toHaveLength(30);
    expect(new Set(changes()).size).toBe(30);
  });

  test('the same id is the same run; another content, a repeated row or an overlap is refused', async () => {
    const ids = fleet(2);
    const request = requestFor(ids);
    const record = (each: BulkRequest) => recordRun(db, each, BY, clock.now());
    expect(await record(request)).toEqual({ created: true });
    expect(await record({ ...request, reason: 'Told later' })).toEqual({ created: false });
    await expect(record({ ...requestFor(fleet(1)), id: request.id })).rejects.toThrow(
      'another run',
    );
    await expect(record(requestFor([...fleet(1), ...ids.slice(0, 1), ...ids]))).rejects.toThrow(
      'more than once',
    );
    await expect(record(requestFor(ids.slice(0, 1)))).rejects.toThrow(
      'Another run of Olga may still change 1 of these Entities',
    );
    const capacity = { change: { kind: 'capacity' } as const };
    await expect(record(requestFor(ids, capacity))).rejects.toThrow('A capacity is missing');
    const items = ids.map((entityId) => ({ entityId, capacity: 5 }));
    expect(await record(requestFor([], { ...capacity, items }))).toEqual({ created: true });
    await expect(record(requestFor([], { items }))).rejects.toThrow('takes no capacity');
    runner.wake();
    await advance(3000);
    expect(await record(requestFor(ids))).toEqual({ created: true });
  });
});
