import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UpstreamFault } from '../../http/fault.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import { createItemRunner, type ItemJob, type ItemRunner } from './item-runner.ts';
import { createOutageBreaker, type OutageBreaker } from './outage-and-rate-limit.ts';
import { createRequestBudget } from './request-budget.ts';
import { nextTurn } from '../../store/testing/postgres-store.ts';

interface Item {
  run: string;
  at: number;
  state: string;
}

let clock: ManualClock;
let runner: ItemRunner;
let breaker: OutageBreaker;
let errors: unknown[];
/** The store: runs with their state, and all their items. It outlives a runner. */
let runs: Map<string, 'running' | 'stopped' | 'done'>;
let items: Item[];
/** The Service: what was sent, and what was read. */
let sent: string[];
let readAt: number[];
let onSend: (key: string) => UpstreamFault | Promise<never> | null;
let onRead: (key: string) => UpstreamFault | null;
let onStore: () => Error | null;

const keyOf = ({ run, at }: Item) => `${run}/${at}`;
const statusOf = (status: number, retryAfterS: number | null = null) =>
  new UpstreamFault(status >= 500 ? 'server-error' : 'refused', `Answered ${status}.`, {
    status,
    retryAfterS,
  });

const store = (item: Item, state: string) => {
  const failure = onStore();
  if (failure !== null) throw failure;
  item.state = state;
};

const job: ItemJob<string, Item> = {
  stoppedDoubt: 'Stopped.',
  openRuns: async () =>
    [...runs]
      .filter(([, state]) => state !== 'done')
      .map(([run, state]) => ({
        run,
        isRunning: state === 'running',
        isUrgent: run.startsWith('urgent'),
      })),
  stop: async () => {},
  itemsOf: async (run, state, limit) =>
    items.filter((item) => item.run === run && item.state === state).slice(0, limit),
  keyOf,
  async finish(run) {
    if (!items.some((item) => item.run === run && /^(?:waiting|sending)$/.test(item.state))) {
      runs.set(run, 'done');
    }
  },
  async putBack(item) {
    store(item, 'waiting');
  },
  async perform(item, tools) {
    const answer = await tools.send(
      async () => {
        if (item.state !== 'waiting' || runs.get(item.run) !== 'running') return false;
        store(item, 'sending');
        return true;
      },
      async () => {
        sent.push(keyOf(item));
        const fault = await onSend(keyOf(item));
        if (fault !== null) throw fault;
      },
    );
    if ('lost' in answer) return tools.doubt(answer.lost.message);
    return store(item, 'refused' in answer ? `refused: ${answer.refused.message}` : 'done');
  },
  async settleByReading(item, doubt, tools) {
    const read = await tools.read(async () => {
      readAt.push(clock.now());
      const fault = onRead(keyOf(item));
      if (fault !== null) throw fault;
    });
    store(item, 'failed' in read ? `unread: ${doubt} ${read.failed.message}` : `read: ${doubt}`);
  },
};

const makeRunner = () => {
  breaker = createOutageBreaker(clock);
  const budget = createRequestBudget(20, clock).limiter('jobs');
  const onError = (error: unknown) => errors.push(error);
  return createItemRunner({ clock, budget, breaker, onError }, job);
};

beforeEach(() => {
  clock = manualClock();
  errors = [];
  runs = new Map();
  items = [];
  sent = [];
  readAt = [];
  onSend = () => null;
  onRead = () => null;
  onStore = () => null;
  runner = makeRunner();
});
afterEach(() => runner.stop());

function begin(run: string, size: number, state = 'waiting'): void {
  runs.set(run, 'running');
  for (let at = 0; at < size; at += 1) items.push({ run, at, state });
  runner.wake();
}

async function advance(ms: number): Promise<void> {
  for (const end = clock.now() + ms; clock.now() < end;) {
    clock.advance(25);
    for (let turn = 0; turn < 10; turn += 1) {
      await nextTurn();
    }
  }
}

const states = (run: string) => items.filter((item) => item.run === run).map(({ state }) => state);

describe('one unsafe request for each item', () => {
  test('is marked before it is sent, and the run ends when all outcomes are stored', async () => {
    let marked: string | undefined;
    onSend = () => {
      marked ??= items[0]?.state;
      return null;
    };
    begin('a', 3);
    await advance(1000);
    expect(marked).toBe('sending');
    expect(states('a')).toEqual(['done', 'done', 'done']);
    expect(runs.get('a')).toBe('done');
    expect(errors).toEqual([]);
  });

  test.each([
    ['a lost answer is read', new UpstreamFault('timeout', 'No answer.'), 'read: No answer.'],
    ['a server error is read', statusOf(500), 'read: Answered 500.'],
    ['a refusal is final', statusOf(404), 'refused: Answered 404.'],
    ['so is a 429', statusOf(429), 'refused: Answered 429.'],
  ])('%s', async (_what, fault, state) => {
    onSend = () => fault;
    begin('a', 1);
    await advance(1000);
    expect(states('a')).toEqual([state]);
    expect(sent).toHaveLength(1);
  });
});

describe('reading', () => {
  test('of an item waits as long as the Service asks, and keeps its doubt', async () => {
    let away = true;
    onSend = () => new UpstreamFault('timeout', 'No answer.');
    onRead = () => (away ? statusOf(503, 20) : null);
    begin('a', 1);
    await advance(19_000);
    expect(readAt).toHaveLength(1);
    expect(breaker.pause()).toBeNull();
    away = false;
    await advance(2000);
    expect(states('a')).toEqual(['read: No answer.']);
  });

  test('waits out an outage: three items detect it, then one at a time checks whether it is over', async () => {
    let away = true;
    let underWay = 0;
    let most = 0;
    onRead = () => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => (underWay -= 1));
      return away ? statusOf(503) : null;
    };
    begin('a', 40, 'sending');
    await advance(2500);
    const first = readAt.length;
    expect(first).toBeGreaterThanOrEqual(3);
    expect(first).toBeLessThanOrEqual(8);
    expect(breaker.pause()?.message).toBe('Answered 503.');
    most = 0;
    await advance(30_000);
    expect(most).toBe(1);
    const probes = readAt.slice(first);
    expect(probes.length).toBeGreaterThan(7);
    const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3000);
    expect(states('a')).toEqual(Array(40).fill('sending'));
    away = false;
    await advance(6000);
    expect([breaker.pause(), breaker.isDoubtful()]).toEqual([null, false]);
    expect(states('a')).toEqual(Array(40).fill('read: Stopped.'));
  });

  test('probes with another item each time: the first ones may always fail', async () => {
    onRead = (key) => (/^a\/[0-9]$/.test(key) ? statusOf(503) : null);
    begin('a', 30, 'sending');
    await advance(120_000);
    expect(states('a')).toEqual([
      ...Array<string>(10).fill('unread: Stopped. Answered 503.'),
      ...Array<string>(20).fill('read: Stopped.'),
    ]);
  });

  test('is given up after three failures that are no outage, with growing pauses', async () => {
    onRead = () => statusOf(500);
    begin('a', 1, 'sending');
    await advance(3000);
    expect(states('a')).toEqual(['unread: Stopped. Answered 500.']);
    const [first = 0, second = 0, third = 0] = readAt;
    expect(readAt).toHaveLength(3);
    expect(third - second).toBeGreaterThan(second - first);
    expect(second - first).toBeGreaterThanOrEqual(250);
  });

  test('of one item that always fails delays no other, and is given up', async () => {
    onRead = (key) => (key === 'a/0' ? statusOf(503) : null);
    begin('a', 30, 'sending');
    await advance(2500);
    expect(states('a').filter((state) => state === 'read: Stopped.')).toHaveLength(29);
    expect([states('a')[0], breaker.pause()]).toEqual(['sending', null]);
    await advance(30_000);
    expect(states('a')[0]).toBe('unread: Stopped. Answered 503.');
    expect(states('a').filter((state) => state === 'read: Stopped.')).toHaveLength(29);
    expect(runs.get('a')).toBe('done');
  });
});

describe('runs', () => {
  test('a stopped one with nothing left is done once its last answer is stored', async () => {
    let answer = () => {};
    onSend = () =>
      new Promise<never>((_resolve, reject) => {
        answer = () => reject(statusOf(404));
      });
    begin('a', 1);
    await advance(200);
    runs.set('a', 'stopped');
    runner.wake();
    await advance(200);
    expect([states('a'), runs.get('a')]).toEqual([['sending'], 'stopped']);
    answer();
    await advance(200);
    expect([states('a'), runs.get('a')]).toEqual([['refused: Answered 404.'], 'done']);
  });

  test('take turns: a small one does not wait for the end of a large one', async () => {
    begin('large', 200);
    begin('small', 3);
    await advance(1500);
    expect(runs.get('small')).toBe('done');
    expect(runs.get('large')).toBe('running');
    expect(sent.length).toBeLessThanOrEqual(31);
  });

  test('urgent ones come first, however large the others are', async () => {
    begin('large', 200);
    await advance(500);
    begin('urgent', 20);
    await advance(1500);
    expect(runs.get('urgent')).toBe('done');
    expect(runs.get('large')).toBe('running');
  });

  test('wait together: an outage found by one pauses the other', async () => {
    onSend = (key) => (key.startsWith('a') ? statusOf(429, 10) : null);
    begin('a', 3);
    await advance(200);
    begin('b', 1);
    await advance(9000);
    expect(states('b')).toEqual(['waiting']);
    await advance(2000);
    expect(states('b')).toEqual(['done']);
  });
});

describe('the console itself', () => {
  test('a failing store pauses all work; nothing is sent twice', async () => {
    const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    begin('a', 1);
    onSend = () => {
      onStore = () => full;
      return null;
    };
    await advance(1000);
    expect(states('a')).toEqual(['sending']);
    expect(breaker.pause()?.message).toMatch(/its own store/);
    expect(errors).toEqual([full]);
    onStore = () => null;
    await advance(4000);
    expect(states('a')).toEqual(['read: Stopped.']);
    expect(sent).toHaveLength(1);
  });

  test('an item that cannot be processed delays no other', async () => {
    const poison = new TypeError('poison');
    onStore = () => (items.some(({ state }) => state === 'sending') ? null : poison);
    begin('a', 1);
    await advance(1000);
    expect(errors.length).toBeGreaterThan(1);
    expect(errors.length).toBeLessThan(5);
    expect(breaker.pause()).toBeNull();
    onStore = () => null;
    begin('b', 1);
    await advance(300);
    expect(states('b')).toEqual(['done']);
  });
});
