import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointShape } from '../../../contract/endpoints.ts';
import { ReportManifest, ReportRun } from '../../../contract/console/report-run.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { readTotals } from '../results/read-groups.ts';
import { readRun, readRunEntities } from '../results/read-run.ts';
import { changeRunState, retryFailed } from './run-state.ts';
import { createReportRunner, type ReportRunner } from './run-runner.ts';
import { findRun } from './runs.ts';
import { storeRun } from '../testing/stored-run.ts';

const HOUR = 3_600_000;
const PER_SECOND = 20;
const AT_ONCE = 8;
/** Rows of a page, whatever is asked for. */
const PAGE = 3;

const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const entitiesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: id(1, at),
    name: `Van ${at}`,
    type: 'EV',
    collectives: [],
  }));

let clock: ManualClock;
let db: Kysely<Store>;
let runner: ReportRunner;
let errors: unknown[];
/** Sessions of each Entity at the Service; 4 where nothing else is said. */
let counts: Map<string, number>;
let asked: {
  at: number;
  entity: string;
  token: string | null;
  features: boolean;
  size: boolean;
}[];
/** Decides a page: a fault, `hang` until the request times out, or null for the Service's own answer. */
let onPage: (entity: string, token: string | null, size: boolean) => UpstreamFault | 'hang' | null;
let captured: boolean;
/** An Entity whose pages each name the second page as the next. */
let sameAgain: string | null;

const raw = (value: unknown): RawAnswer => ({
  status: 200,
  contentType: 'application/json',
  dateMs: null,
  retryAfterS: null,
  body: Buffer.from(JSON.stringify(value)),
});

function pageOf(entity: string, token: string | null): RawAnswer {
  const all = counts.get(entity) ?? 4;
  const from = Number(token ?? 0);
  const data = Array.from({ length: Math.min(PAGE, all - from) }, (_, at) => {
    const start = Date.UTC(2026, 2, 1) + (from + at) * 5 * HOUR;
    return {
      id: id(Number(entity.slice(-4)) + 100, from + at),
      entityId: entity,
      data: {
        start: isoInstant(start),
        end: isoInstant(start + HOUR),
        charge: { total: { total: 10, unit: 'kWh' } },
      },
    };
  });
  const own = from + PAGE < all ? String(from + PAGE) : null;
  const next = sameAgain === entity ? String(PAGE) : own;
  return raw({ data, links: { next: null }, meta: { continuationToken: next, pageSize: PAGE } });
}

const refused = (message: string) =>
  new UpstreamFault('refused', 'x', {
    status: 400,
    errors: [{ code: null, message, description: null }],
  });

const call = async (
  endpoint: EndpointShape,
  { params, query }: CallInput,
  signal?: AbortSignal,
): Promise<RawAnswer> => {
  const entity = params['entityId'] ?? '';
  const token = typeof query['continuationToken'] === 'string' ? query['continuationToken'] : null;
  const features = endpoint.path.endsWith('/features');
  const size = query['pageSize'] !== undefined;
  asked.push({ at: clock.now(), entity, token, features, size });
  await Promise.resolve();
  if (features) return raw([{ feature: 'CaptureChargeSessions', isEnabled: captured }]);
  const fault = onPage(entity, token, size);
  if (fault instanceof UpstreamFault) throw fault;
  if (fault === 'hang') {
    await new Promise<void>((_, reject) => {
      const giveUp = (kind: 'timeout' | 'aborted') => () => {
        reject(new UpstreamFault(kind, 'The Service did not answer in time.'));
      };
      clock.after(10_000, giveUp('timeout'));
      signal?.addEventListener('abort', giveUp('aborted'), { once: true });
    });
  }
  return pageOf(entity, token);
};

const makeRunner = () =>
  createReportRunner({
    db,
    clock,
    upstream: { call },
    budget: createRequestBudget(PER_SECOND, clock).limiter('reports'),
    breaker: createOutageBreaker(clock),
    atOnce: AT_ONCE,
    onChange: () => {},
    onError: (error) => errors.push(error),
  });

beforeEach(async () => {
  clock = manualClock(Date.parse('2026-05-20T12:00:00Z'));
  db = await memoryStore();
  errors = [];
  counts = new Map();
  asked = [];
  captured = true;
  sameAgain = null;
  onPage = () => null;
  runner = makeRunner();
});
afterEach(async () => {
  await runner.stop();
  await db.destroy();
  if (errors.length > 0) throw new AggregateError(errors, 'the runner itself failed');
});

async function advance(ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advance(Math.min(50, end - clock.now()));
    for (let turn = 0; turn < 30; turn += 1) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }
}

const begin = async (count: number) => {
  const run = await storeRun(db, { entities: entitiesOf(count) }, clock.now());
  runner.wake();
  return run;
};
const seen = async (run: { id: string }) =>
  ReportRun.parse(await readRun(db, await findRun(db, run.id), clock.now()));
const sessionsIn = async (run: { run_no: number }) =>
  (await readTotals(db, run.run_no)).reduce((sum, { sessions }) => sum + sessions, 0);
const entity = (at: number) => id(1, at);

/** A second reading of the same, without anything that went wrong: what is to be compared with. */
async function undisturbed(count: number) {
  onPage = () => null;
  const run = await begin(count);
  await advance(5000);
  return readTotals(db, run.run_no);
}

describe('a run', () => {
  test('reads all pages of all Entities within the budget, and seals what came of it', async () => {
    const run = await begin(12);
    await advance(300);
    const during = await seen(run);
    expect(during).toMatchObject({ state: 'running', hash: null });
    expect(during.progress.sessions).toBeGreaterThan(0);
    expect(during.progress.sessions).toBeLessThan(48);
    expect(await sessionsIn(run)).toBe(during.progress.sessions);
    await advance(3000);
    const after = await seen(run);
    expect(after).toMatchObject({
      state: 'complete',
      progress: {
        entities: { total: 12, done: 12, failed: 0, waiting: 0 },
        pages: 24,
        sessions: 48,
        requests: 24,
        remainingMs: null,
      },
    });
    for (const { at } of asked) {
      const within = asked.filter((one) => one.at >= at && one.at < at + 1000);
      expect(within.length).toBeLessThanOrEqual(PER_SECOND);
    }
    const { manifest } = await findRun(db, run.id);
    expect(ReportManifest.parse(JSON.parse(manifest ?? ''))).toMatchObject({
      pages: 24,
      units: [{ unit: 'kWh', sessions: 48 }],
      totals: [{ sessions: 48, energy: '480' }],
      exclusions: [{ count: 0 }, { count: 0 }, { count: 0 }],
      checks: [{ ok: false }, { ok: true }, { ok: true }],
      provisionalFrom: null,
    });
  });

  test('tells about how much longer it takes', async () => {
    const run = await begin(40);
    await advance(2000);
    const { remainingMs } = (await seen(run)).progress;
    // 80 pages at 20 a second.
    expect(remainingMs).toBeGreaterThan(1000);
    expect(remainingMs).toBeLessThan(3500);
    await advance(3500);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { requests: 80 } });
  });

  test('goes on after a restart in the middle; nothing is read twice or missing', async () => {
    const run = await begin(12);
    await advance(600);
    await runner.stop();
    const before = asked.length;
    const stored = await sessionsIn(run);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(48);
    await advance(5000);
    expect(asked).toHaveLength(before);
    runner = makeRunner();
    runner.wake();
    await advance(4000);
    expect((await seen(run)).state).toBe('complete');
    expect(await readTotals(db, run.run_no)).toEqual(await undisturbed(12));
    const tokens = asked
      .filter((one) => one.at < clock.now() - 5000)
      .map((one) => `${one.entity} ${one.token}`);
    // At most what was on its way at the stop is asked for once more.
    expect(tokens.length - new Set(tokens).size).toBeLessThanOrEqual(AT_ONCE);
  });

  test('is stopped, asks nothing more, and is resumed where it stood', async () => {
    const run = await begin(12);
    await advance(300);
    await changeRunState(db, run.id, 'stopped', clock.now());
    await advance(200);
    const before = asked.length;
    await advance(5000);
    expect(asked).toHaveLength(before);
    expect((await seen(run)).state).toBe('stopped');
    await changeRunState(db, run.id, 'running', clock.now());
    runner.wake();
    await advance(3000);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 48 } });
    await expect(changeRunState(db, run.id, 'stopped', clock.now())).rejects.toThrow('to its end');
  });

  test('a page that hangs holds up nobody else, and is asked for again', async () => {
    let hangs = 1;
    onPage = (one, token) => {
      if (one !== entity(3) || token === null || hangs === 0) return null;
      hangs -= 1;
      return 'hang';
    };
    const run = await begin(12);
    await advance(4000);
    expect((await seen(run)).progress).toMatchObject({
      entities: { done: 11, waiting: 1 },
      sessions: 47,
    });
    await advance(8000);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 48 } });
  });
});

describe('an Entity that cannot be read', () => {
  const fails = () => {
    onPage = (one, token) => {
      if (one === entity(1)) return refused('No access to this Entity.');
      if (one === entity(2) && token !== null) {
        return new UpstreamFault('server-error', 'It answered 500.', { status: 500 });
      }
      return null;
    };
  };

  test('is listed with the reason, what was read of it is kept, and the report is marked', async () => {
    fails();
    const run = await begin(4);
    await advance(3000);
    expect(await seen(run)).toMatchObject({
      state: 'partial',
      progress: { entities: { done: 2, failed: 2, waiting: 0 }, sessions: 11 },
    });
    const [first, second] = (await readRunEntities(db, run.run_no, { limit: 10, offset: 0 }))
      .entities;
    expect([first?.entityId, first?.error]).toEqual([entity(1), 'No access to this Entity.']);
    expect([second?.entityId, second?.sessions]).toEqual([entity(2), 3]);
    // A refusal is final; what may be a passing fault is tried three times.
    const of = (one: string, token: string | null) =>
      asked.filter((each) => each.entity === one && each.token === token).length;
    expect(of(entity(2), '3')).toBe(3);
    const { manifest } = await findRun(db, run.id);
    const { entities, findings } = ReportManifest.parse(JSON.parse(manifest ?? ''));
    expect(entities.map(({ state }) => state)).toEqual(['done', 'failed', 'failed', 'done']);
    expect(findings).toContainEqual({ kind: 'not-read', count: 2 });
  });

  test('one that is refused whatever is asked does not make the pages of others small', async () => {
    fails();
    await begin(6);
    await advance(3000);
    const first = (one: string) =>
      asked.filter((each) => each.entity === one && each.token === null).map(({ size }) => size);
    expect(first(entity(1))).toEqual([true, false]);
    for (const at of [3, 4, 5]) expect(first(entity(at))).toEqual([true]);
  });

  test('a service that refuses the size of a page is asked without one from then on', async () => {
    onPage = (_, __, size) => (size ? refused('pageSize is not known.') : null);
    const run = await begin(30);
    await advance(6000);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 120 } });
    // Those that were under way when the first was answered without it.
    expect(asked.filter(({ size }) => size).length).toBeLessThanOrEqual(2 * AT_ONCE);
  });

  test('is tried again alone, from where it stood; then the report is whole', async () => {
    fails();
    const run = await begin(4);
    await advance(3000);
    onPage = () => null;
    asked = [];
    expect(await retryFailed(db, run.id, entity(2), clock.now())).toBe(1);
    runner.wake();
    await advance(2000);
    expect(asked.map((one) => [one.entity, one.token])).toEqual([[entity(2), '3']]);
    expect(await seen(run)).toMatchObject({ state: 'partial', progress: { sessions: 12 } });
    expect(await retryFailed(db, run.id, null, clock.now())).toBe(1);
    runner.wake();
    await advance(2000);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 16 } });
    expect(await readTotals(db, run.run_no)).toEqual(await undisturbed(4));
    await expect(retryFailed(db, run.id, null, clock.now())).rejects.toThrow('No Entity is left');
  });

  test('one whose place in the list was lost is read again, and counts once', async () => {
    let lost = true;
    onPage = (one, token) => {
      if (one !== entity(0) || token === null || !lost) return null;
      lost = false;
      return refused('This continuation token is not known.');
    };
    const run = await begin(2);
    await advance(3000);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 8 } });
    expect(await readTotals(db, run.run_no)).toEqual(await undisturbed(2));
  });

  test('one whose next page is the same page again is given up', async () => {
    onPage = () => null;
    sameAgain = entity(0);
    const run = await begin(2);
    await advance(4000);
    expect((await seen(run)).state).toBe('partial');
    const [first] = (await readRunEntities(db, run.run_no, { limit: 1, offset: 0 })).entities;
    expect(first).toMatchObject({ entityId: entity(0), state: 'failed', sessions: 3 });
    expect(first?.error).toContain('the same page again');
  });
});

test('while the Service is out, reading waits and nothing is given up', async () => {
  onPage = () => new UpstreamFault('not-connected', 'No connection.');
  const run = await begin(5);
  await advance(10_000);
  expect(asked.length).toBeLessThan(5 * 8);
  expect((await seen(run)).progress.entities).toMatchObject({ waiting: 5, failed: 0 });
  onPage = () => null;
  await advance(6000);
  expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 20 } });
});

test('an Entity without sessions is asked whether they are captured', async () => {
  counts.set(entity(0), 0);
  captured = false;
  const run = await begin(2);
  await advance(2000);
  expect(asked.filter(({ features }) => features).map((one) => one.entity)).toEqual([entity(0)]);
  const { manifest } = await findRun(db, run.id);
  const { findings } = ReportManifest.parse(JSON.parse(manifest ?? ''));
  expect(findings).toContainEqual({ kind: 'capture-off', count: 1 });
  const [first] = (await readRunEntities(db, run.run_no, { limit: 1, offset: 0 })).entities;
  expect(first?.capture).toBe(false);
});
