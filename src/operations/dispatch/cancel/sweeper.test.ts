import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import type { EndpointShape } from '../../../contract/endpoints.ts';
import type { SweepRequest } from '../../../contract/console/sweep.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { createObserver } from '../track/observe.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { findSweep, readSweep, readSweeps } from './sweep-read.ts';
import { changeSweepState, markSending, recordSweep } from './sweep-store.ts';
import { createSweeper, type Sweeper } from './sweeper.ts';

const BY: SignedIn = {
  operator: { id: 'o', name: 'Olga', role: 'operator' },
  sessionHash: 's',
};
const COLLEAGUE: SignedIn = { ...BY, operator: { ...BY.operator, id: 'p', name: 'Petra' } };
const HOUR = 3_600_000;

let clock: ManualClock;
let db: Kysely<Store>;
let sweeper: Sweeper;
let errors: unknown[];
/** The Service: its Commands, and the calls it got. */
let commands: Map<string, Command>;
let asked: { at: number; method: string; id: string }[];
/** Decides a cancellation: the error thrown, or null for the Service's own rule. */
let onCancel: (id: string) => UpstreamFault | 'lost' | null;
let onRead: (id: string) => UpstreamFault | null;

function raw(value: unknown): RawAnswer {
  return {
    status: 200,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(JSON.stringify(value)),
  };
}

function cancelAtService(id: string): RawAnswer {
  const command = commands.get(id);
  if (command?.status !== 'Pending') {
    throw new UpstreamFault('refused', 'x', {
      status: 409,
      errors: [{ code: null, message: 'Only a Pending one', description: null }],
    });
  }
  commands.set(id, { ...command, status: 'Canceled' });
  return raw(commands.get(id));
}

const call = async (
  endpoint: EndpointShape,
  input: { params: Readonly<Record<string, string>> },
): Promise<RawAnswer> => {
  const id = input.params['commandId'] ?? '';
  asked.push({ at: clock.now(), method: endpoint.method, id });
  await Promise.resolve();
  if (endpoint.method === 'GET') {
    const fault = onRead(id);
    if (fault !== null) throw fault;
    return raw(commands.get(id));
  }
  const fault = onCancel(id);
  if (fault instanceof UpstreamFault) throw fault;
  const answer = cancelAtService(id);
  if (fault === 'lost') throw new UpstreamFault('broken', 'The connection broke.');
  return answer;
};

function makeSweeper(): Sweeper {
  return createSweeper({
    db,
    clock,
    upstream: { call },
    budget: createRequestBudget(20, clock).limiter('sweeps'),
    breaker: createOutageBreaker(clock),
    observer: createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} }),
    onChange: () => {},
    onError: (error) => errors.push(error),
  });
}

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  errors = [];
  commands = new Map();
  asked = [];
  onCancel = () => null;
  onRead = () => null;
  await importDirectory(db, SMALL_DIRECTORY, 'import', clock.now());
  sweeper = makeSweeper();
});
afterEach(async () => {
  await sweeper.stop();
  if (errors.length > 0) throw new AggregateError(errors, 'the sweeper itself failed');
});

/** Stores a schedule with a Pending Command for each of these times from now. */
async function schedule(inMs: readonly number[]): Promise<{ key: string; ids: string[] }> {
  const all = inMs.map((ms) =>
    aCommand(randomUUID(), { triggerTime: isoInstant(clock.now() + ms) }),
  );
  for (const each of all) commands.set(each.id, each);
  const key = await storeBatch(db, { kind: 'schedule', commands: all }, clock.now());
  clock.advance(1000);
  return { key, ids: all.map((each) => each.id) };
}

const begin = (key: string, more: Partial<SweepRequest> = {}, by = BY) =>
  recordSweep(db, key, { id: randomUUID(), reason: null, only: null, ...more }, by, clock.now());

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

const itemsOf = async (id: string) => (await readSweep(db, id, clock.now())).items;
const patches = () => asked.filter((each) => each.method === 'PATCH').map((each) => each.id);

describe('a sweep', () => {
  test('cancels all, soonest first, each with one request, and shows the outcomes', async () => {
    const { key, ids } = await schedule([3 * HOUR, HOUR, 2 * HOUR]);
    const { id } = await begin(key);
    sweeper.wake();
    await advance(2000);
    expect(patches()).toEqual([ids[1], ids[2], ids[0]]);
    expect(asked).toHaveLength(3);
    const { sweep, items } = await readSweep(db, id, clock.now());
    expect(sweep).toMatchObject({ state: 'done', total: 3, operatorName: 'Olga' });
    expect(sweep.counts).toEqual({ waiting: 0, canceled: 3, tooLate: 0, refused: 0, unknown: 0 });
    expect(items.map((item) => item.commandId)).toEqual(patches());
    const stored = await db.selectFrom('commands').select(['status', 'settled']).execute();
    expect(stored.map((each) => [each.status, each.settled])).toEqual([
      ['Canceled', 1],
      ['Canceled', 1],
      ['Canceled', 1],
    ]);
    const [intent] = await db.selectFrom('intents').select('version').execute();
    expect(intent?.version).toBe((await findSweep(db, id)).version);
  });

  test('reports too late for a Command already sent, and keeps the Service’s message of a refusal', async () => {
    const { key, ids } = await schedule([HOUR, 2 * HOUR]);
    const [gone = '', refused = ''] = ids;
    commands.set(gone, aCommand(gone, { status: 'Sent' }));
    const no = { code: null, message: 'Not on a Sunday', description: null };
    onCancel = (id) =>
      id === refused ? new UpstreamFault('refused', 'x', { status: 403, errors: [no] }) : null;
    const { id } = await begin(key);
    sweeper.wake();
    await advance(2000);
    expect((await itemsOf(id)).map((item) => [item.state, item.words])).toEqual([
      ['too-late', 'It was already Sent.'],
      ['refused', 'Not on a Sunday'],
    ]);
    expect(patches()).toHaveLength(2);
  });

  test('a lost answer is resolved by reading: canceled or unknown, never sent again', async () => {
    const { key, ids } = await schedule([HOUR, 2 * HOUR, 3 * HOUR]);
    const [lost = '', timedOut = '', gone = ''] = ids;
    onCancel = (id) => {
      if (id === lost) return 'lost';
      return new UpstreamFault('timeout', 'No answer in time.');
    };
    commands.set(gone, aCommand(gone, { status: 'Failed' }));
    const { id } = await begin(key);
    sweeper.wake();
    await advance(5000);
    expect((await itemsOf(id)).map((item) => [item.state, item.words])).toEqual([
      ['canceled', 'The answer was lost; seen as Canceled.'],
      ['unknown', 'No answer in time. Seen as Pending afterwards.'],
      ['too-late', 'No answer in time. Seen as Failed afterwards.'],
    ]);
    expect(patches()).toEqual([lost, timedOut, gone]);
  });

  test('a Command seen past Pending since the sweep began needs no request', async () => {
    const { key, ids } = await schedule([HOUR, 2 * HOUR, 3 * HOUR]);
    const [before = '', since = '', canceled = ''] = ids;
    const observer = createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} });
    await observer.learn(aCommand(before, { status: 'Triggered' }));
    clock.advance(1000);
    const { id } = await begin(key);
    await observer.learn(aCommand(since, { status: 'Sent' }));
    await observer.learn(aCommand(canceled, { status: 'Canceled' }));
    sweeper.wake();
    await advance(2000);
    expect(patches()).toEqual([before]);
    expect((await itemsOf(id)).map((item) => item.state)).toEqual([
      'canceled',
      'too-late',
      'canceled',
    ]);
  });

  test('after a crash, cancels in flight are resolved by reading, and the rest resumes', async () => {
    const { key, ids } = await schedule([HOUR, 2 * HOUR, 3 * HOUR]);
    const { id } = await begin(key);
    for (const position of [0, 1]) await markSending(db, { sweep_id: id, position }, clock.now());
    cancelAtService(ids[0] ?? '');
    expect((await readSweep(db, id, clock.now())).sweep.counts.waiting).toBe(3);
    sweeper.wake();
    await advance(2000);
    expect(patches()).toEqual([ids[2]]);
    expect((await itemsOf(id)).map((item) => item.state)).toEqual([
      'canceled',
      'unknown',
      'canceled',
    ]);
    expect((await findSweep(db, id)).state).toBe('done');
  });

  test('waits while the Service is away; sends what never went out when it is back', async () => {
    const { key, ids } = await schedule([HOUR, 2 * HOUR]);
    let away = true;
    onCancel = () => (away ? new UpstreamFault('not-connected', 'No connection.') : null);
    const { id } = await begin(key);
    sweeper.wake();
    await advance(2500);
    const { length } = asked;
    expect(length).toBeLessThanOrEqual(2);
    away = false;
    await advance(3000);
    expect((await itemsOf(id)).map((item) => item.state)).toEqual(['canceled', 'canceled']);
    expect([...commands.values()].map((each) => each.status)).toEqual(['Canceled', 'Canceled']);
    expect(new Set(patches())).toEqual(new Set(ids));
  });

  test('a doubt keeps its reason until the Command can be read', async () => {
    const { key } = await schedule([HOUR]);
    let away = true;
    onCancel = () => new UpstreamFault('timeout', 'No answer in time.');
    onRead = () => (away ? new UpstreamFault('not-connected', 'No connection.') : null);
    const { id } = await begin(key);
    sweeper.wake();
    await advance(10_000);
    expect((await itemsOf(id))[0]?.state).toBe('waiting');
    away = false;
    await advance(4000);
    expect((await itemsOf(id))[0]).toMatchObject({
      state: 'unknown',
      words: 'No answer in time. Seen as Pending afterwards.',
    });
    expect(patches()).toHaveLength(1);
  });

  test('can be stopped and resumed', async () => {
    const { key } = await schedule(Array.from({ length: 60 }, (_, at) => HOUR + at));
    const { id } = await begin(key);
    sweeper.wake();
    await advance(1000);
    await changeSweepState(db, await findSweep(db, id), 'running', 'stopped');
    await advance(1000);
    const { length } = patches();
    expect(length).toBeGreaterThan(5);
    expect(length).toBeLessThan(40);
    await advance(5000);
    expect(patches()).toHaveLength(length);
    await changeSweepState(db, await findSweep(db, id), 'stopped', 'running');
    sweeper.wake();
    await advance(5000);
    expect((await readSweep(db, id, clock.now())).sweep).toMatchObject({
      state: 'done',
      counts: { canceled: 60 },
    });
    expect(new Set(patches()).size).toBe(60);
    expect(patches()).toHaveLength(60);
  });

  test('survives a crash of the process', async () => {
    const { key } = await schedule(Array.from({ length: 30 }, (_, at) => HOUR + at));
    const { id } = await begin(key);
    sweeper.wake();
    await advance(700);
    await sweeper.stop();
    const { length } = patches();
    expect(length).toBeGreaterThan(0);
    sweeper = makeSweeper();
    sweeper.wake();
    await advance(4000);
    expect((await findSweep(db, id)).state).toBe('done');
    expect(patches()).toHaveLength(30);
  });

  test('the same id is the same sweep; a running one that cancels all is answered', async () => {
    const { key } = await schedule([HOUR, 2 * HOUR]);
    const first = await begin(key);
    expect(await begin(key, { id: first.id })).toEqual({ id: first.id, created: false });
    expect(await begin(key)).toEqual({ id: first.id, created: false });
    const other = await schedule([HOUR]);
    await expect(begin(other.key, { id: first.id })).rejects.toThrow('another cancel sweep');
    await expect(begin(key, { id: first.id }, COLLEAGUE)).rejects.toThrow('another cancel sweep');
    expect((await readSweeps(db, key, clock.now())).sweeps).toHaveLength(1);
  });

  test('no item goes out twice, nor while the sweep is stopped', async () => {
    const { key } = await schedule([HOUR, 2 * HOUR]);
    const { id } = await begin(key);
    const mark = (position: number) => markSending(db, { sweep_id: id, position }, clock.now());
    expect([await mark(0), await mark(0)]).toEqual([true, false]);
    await changeSweepState(db, await findSweep(db, id), 'running', 'stopped');
    expect(await mark(1)).toBe(false);
  });

  test('no two sweeps cancel the same Command, not even one that is resumed or has answers in flight', async () => {
    const { key } = await schedule([HOUR, 2 * HOUR]);
    const { id } = await begin(key);
    await markSending(db, { sweep_id: id, position: 0 }, clock.now());
    const first = await findSweep(db, id);
    await changeSweepState(db, first, 'running', 'stopped');
    const second = await begin(key);
    expect((await itemsOf(second.id)).map((item) => item.position)).toEqual([1]);
    const resume = () => changeSweepState(db, first, 'stopped', 'running');
    await expect(resume()).rejects.toMatchObject({ status: 409, code: 'changed_since' });
    expect((await findSweep(db, id)).state).toBe('stopped');
    sweeper.wake();
    await advance(2000);
    // The other sweep canceled the rest, and the answer in flight has been read.
    await resume();
    expect((await findSweep(db, id)).state).toBe('running');
  });

  test('of one planned item cancels only that; another sweep beside it takes the rest', async () => {
    const { key, ids } = await schedule([HOUR, HOUR, 2 * HOUR]);
    const triggerTime = commands.get(ids[0] ?? '')?.triggerTime ?? '';
    const first = await begin(key, { only: { type: 'StopCharging', triggerTime } });
    const rest = await begin(key);
    expect(await itemsOf(first.id)).toHaveLength(2);
    expect((await itemsOf(rest.id)).map((item) => item.commandId)).toEqual([ids[2]]);
  });

  test('finishes at once if the batch has nothing left to cancel', async () => {
    const key = await storeBatch(
      db,
      { commands: [aCommand(randomUUID(), { status: 'Failed' })] },
      0,
    );
    const { id } = await begin(key);
    expect((await readSweep(db, id, 0)).sweep).toMatchObject({ state: 'done', total: 0 });
  });
});
