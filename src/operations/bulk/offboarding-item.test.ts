import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EndpointShape } from '../../contract/endpoints.ts';
import { OffboardingCreation } from '../../contract/offboarding-request.ts';
import type { SignedIn } from '../../bff/session/sessions.ts';
import type { CallInput } from '../../bff/upstream/client.ts';
import type { RawAnswer } from '../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import type { ItemRunner } from '../jobs/item-runner.ts';
import { createOutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../jobs/request-budget.ts';
import { createBulkRunner } from './bulk-runner.ts';
import { changeRunState, markSending, recordRun } from './bulk-store.ts';
import { readItems, readRun } from './read-bulk.ts';

const BY: SignedIn = {
  operator: { id: 'a', name: 'Ada', role: 'administrator' },
  sessionHash: 's',
};

let clock: ManualClock;
let db: Kysely<Store>;
let runner: ItemRunner;
let errors: unknown[];
/** The Service: its Offboarding Requests, and the calls it got. */
let requests: { id: string; status: string | null; data: { id: string } }[];
let created: string[];
let lists: number;
let onCreate: (entityId: string) => UpstreamFault | 'lost' | null;
let onList: () => UpstreamFault | null;

const raw = (body: unknown): RawAnswer => ({
  status: 200,
  contentType: 'application/json',
  dateMs: null,
  retryAfterS: null,
  body: Buffer.from(JSON.stringify(body)),
});

const add = (entityId: string, status: string | null) => {
  const request = { id: randomUUID(), status, data: { id: entityId } };
  requests.push(request);
  return request;
};

/** One Offboarding Request per page, so that every page has to be read. */
const call = async ({ method }: EndpointShape, input: CallInput): Promise<RawAnswer> => {
  await Promise.resolve();
  if (method === 'GET') {
    const fault = onList();
    if (fault !== null) throw fault;
    const token = new Map(Object.entries(input.query ?? {})).get('continuationToken');
    const at = Number(token ?? 0);
    if (at === 0) lists += 1;
    const next = at + 1 < requests.length ? String(at + 1) : null;
    return raw({ data: requests.slice(at, at + 1), meta: { continuationToken: next } });
  }
  const { entityId } = OffboardingCreation.parse(input.body);
  created.push(entityId);
  const fault = onCreate(entityId);
  if (fault instanceof UpstreamFault) throw fault;
  const request = add(entityId, 'Pending');
  if (fault === 'lost') throw new UpstreamFault('broken', 'The connection broke.');
  return raw(request);
};

const makeRunner = () =>
  createBulkRunner({
    db,
    clock,
    upstream: { call },
    budget: createRequestBudget(20, clock).limiter('bulk'),
    breaker: createOutageBreaker(clock),
    onError: (error) => errors.push(error),
  });

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  errors = [];
  requests = [];
  created = [];
  lists = 0;
  onCreate = () => null;
  onList = () => null;
  runner = makeRunner();
});
afterEach(async () => {
  await runner.stop();
  if (errors.length > 0) throw new AggregateError(errors, 'the runner itself failed');
});

const fleet = (size: number) => Array.from({ length: size }, () => randomUUID());

async function record(ids: readonly string[]): Promise<string> {
  const request = {
    id: randomUUID(),
    reason: null,
    chosenBy: 'pasted ids',
    from: null,
    change: { kind: 'offboarding' } as const,
    items: ids.map((entityId) => ({ entityId, capacity: null })),
  };
  await recordRun(db, request, BY, clock.now());
  runner.wake();
  return request.id;
}

async function advance(ms: number): Promise<void> {
  for (const end = clock.now() + ms; clock.now() < end;) {
    clock.advance(50);
    for (let turn = 0; turn < 40; turn += 1) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }
}

const own = (message: string) => ({ source: 'console', message });
const openBefore = (status: string | null) => ({
  code: 'not-sent',
  seen: { code: 'request', status },
});
const checked = (message: string, seen: object) => ({
  code: 'checked',
  doubt: { code: 'lost', reason: own(message) },
  seen,
});
const itemsOf = async (id: string) => (await readItems(db, id, {}, clock.now())).items;
const endsOf = async (id: string) =>
  (await itemsOf(id)).map(({ state, note, requestId }) => [state, note, requestId]);

test('makes one request for each Entity that has none open, and names it', async () => {
  const ids = fleet(6);
  const [first = '', canceled = '', failed = '', pending = '', strange = '', bare = ''] = ids;
  add(canceled, 'Canceled');
  add(failed, 'Failed');
  const open = [add(pending, 'Pending'), add(strange, 'Simmering'), add(bare, null)];
  const id = await record(ids);
  await advance(3000);
  expect(created.toSorted()).toEqual([first, canceled, failed].toSorted());
  const madeFor = (entityId: string) =>
    requests.findLast(({ data, status }) => data.id === entityId && status === 'Pending')?.id;
  expect(await endsOf(id)).toEqual([
    ['done', null, madeFor(first)],
    ['done', null, madeFor(canceled)],
    ['done', null, madeFor(failed)],
    ['unchanged', openBefore('Pending'), open[0]?.id],
    ['unchanged', openBefore('Simmering'), open[1]?.id],
    ['unchanged', openBefore(null), open[2]?.id],
  ]);
  expect(await readRun(db, id, null)).toMatchObject({
    state: 'done',
    counts: { done: 3, unchanged: 3 },
  });
  // The list is shared, not read for each.
  expect(lists).toBe(1);
});

test('keeps a refusal; looks a lost answer up in the current list, and never sends again', async () => {
  const ids = fleet(3);
  const [refused = '', lost = '', gone = ''] = ids;
  const errorsOf = [{ code: null, message: 'There is no such Entity', description: null }];
  onCreate = (entityId) => {
    if (entityId === refused) {
      return new UpstreamFault('refused', 'x', { status: 404, errors: errorsOf });
    }
    return entityId === lost ? 'lost' : new UpstreamFault('timeout', 'No answer in time.');
  };
  const id = await record(ids);
  await advance(3000);
  const reason = { source: 'service', message: 'There is no such Entity' };
  const made = requests.find(({ data }) => data.id === lost)?.id;
  expect(await endsOf(id)).toEqual([
    ['refused', { code: 'refused', reason, reading: false }, null],
    ['done', checked('The connection broke.', { code: 'request', status: 'Pending' }), made],
    ['unknown', checked('No answer in time.', { code: 'no-request' }), null],
  ]);
  expect(created.toSorted()).toEqual([refused, lost, gone].toSorted());
});

test('after a crash, requests in flight are found by reading, and the rest is sent once', async () => {
  const ids = fleet(3);
  const [made = '', not = '', rest = ''] = ids;
  await runner.stop();
  const id = await record(ids);
  for (const position of [0, 1]) {
    const before = { value: null, at: clock.now() };
    await markSending(db, { run_id: id, position }, before, clock.now());
  }
  add(made, 'Pending');
  runner = makeRunner();
  runner.wake();
  await advance(3000);
  expect((await itemsOf(id)).map(({ state }) => state)).toEqual(['done', 'unknown', 'done']);
  expect(created).toEqual([rest]);
  expect(created).not.toContain(not);
});

test('sends nothing while stopped; resumed, each Entity has one request', async () => {
  const id = await record(fleet(40));
  await advance(1000);
  await changeRunState(db, id, 'running', 'stopped');
  await advance(500);
  const { length } = created;
  expect(length).toBeGreaterThan(3);
  expect(length).toBeLessThan(30);
  await advance(3000);
  expect(created).toHaveLength(length);
  await changeRunState(db, id, 'stopped', 'running');
  runner.wake();
  await advance(5000);
  expect(created).toHaveLength(40);
  expect(new Set(created).size).toBe(40);
});

test('sends nothing if the list cannot be read', async () => {
  onList = () => new UpstreamFault('server-error', 'It answered 500.', { status: 500 });
  const id = await record(fleet(1));
  await advance(3000);
  expect((await endsOf(id))[0]?.slice(0, 2)).toEqual([
    'skipped',
    { code: 'not-sent', seen: { code: 'unread', reason: own('It answered 500.') } },
  ]);
  expect(created).toEqual([]);
});

test('two running runs never share an Entity; too many are refused', async () => {
  const ids = fleet(2);
  await record(ids);
  await expect(record(ids.slice(0, 1))).rejects.toThrow(
    'Another run of Ada may still change 1 of these Entities',
  );
  await expect(record(fleet(501))).rejects.toThrow('At most 500');
});
