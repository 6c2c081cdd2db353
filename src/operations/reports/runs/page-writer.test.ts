import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createPageWriter, type PageWriter } from './page-writer.ts';
import { readTotals } from '../results/read-groups.ts';
import { rulesOf } from './runs.ts';
import { storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ENTITIES = Array.from({ length: 30 }, (_, at) => ({
  id: id(1, at),
  name: null,
  type: 'EV',
  collectives: [],
}));

let db: Kysely<Store>;
let run: ReportRunRow;
let writer: PageWriter;

beforeEach(async () => {
  db = await memoryStore();
  run = await storeRun(db, { entities: ENTITIES }, NOW);
  writer = createPageWriter(db, { now: () => NOW });
});
afterEach(() => db.destroy());

const stored = () => db.selectFrom('report_runs').select('requests').executeTakeFirstOrThrow();

async function store(at: number, energy: number) {
  const entity = await db
    .selectFrom('report_entities')
    .where('entity_no', '=', at + 1)
    .selectAll()
    .executeTakeFirstOrThrow();
  return { entity, page: { nextToken: null, sessions: [session(at, energy)] } };
}

function session(at: number, energy: number): ChargeSession {
  return ChargeSession.parse({
    id: id(2, at),
    data: {
      start: '2026-03-02T10:00:00Z',
      end: '2026-03-02T11:00:00Z',
      charge: { total: { total: energy, unit: 'kWh' } },
    },
  });
}

test('pages that wait are stored in one transaction, with the requests that were counted', async () => {
  const pages = await Promise.all(ENTITIES.map((_, at) => store(at, 1)));
  const rules = rulesOf(run);
  const transactions = vi.spyOn(db, 'transaction');
  await Promise.all(
    pages.map(({ entity, page }) => {
      writer.countRequest(run.run_no);
      return writer.store(entity, rules, page);
    }),
  );
  expect(transactions).toHaveBeenCalledTimes(1);
  expect(await stored()).toEqual({ requests: 30 });
  expect(await readTotals(db, run.run_no)).toMatchObject([{ sessions: 30, energy: '30' }]);
});

test('a page that cannot be stored does not take the others with it', async () => {
  const rules = rulesOf(run);
  const [good, bad, other] = await Promise.all([store(0, 1), store(1, 2), store(2, 4)]);
  const broken = {
    ...rules,
    bySite: () => {
      throw new Error('broken');
    },
  };
  writer.countRequest(run.run_no);
  const results = await Promise.allSettled([
    writer.store(good.entity, rules, good.page),
    writer.store(bad.entity, broken, bad.page),
    writer.store(other.entity, rules, other.page),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await readTotals(db, run.run_no)).toMatchObject([{ sessions: 2, energy: '5' }]);
  expect((await stored()).requests).toBe(1);
  // Nothing is left of the broken one: it can be stored later.
  await writer.store(bad.entity, rules, bad.page);
  expect(await readTotals(db, run.run_no)).toMatchObject([{ sessions: 3, energy: '7' }]);
});

test('a page of an Entity that has moved on is not stored again', async () => {
  const rules = rulesOf(run);
  const { entity, page } = await store(0, 1);
  await writer.store(entity, rules, page);
  await writer.store(entity, rules, page);
  expect(await readTotals(db, run.run_no)).toMatchObject([{ sessions: 1, energy: '1' }]);
});

test('requests without a page are stored when it is asked for', async () => {
  writer.countRequest(run.run_no);
  writer.countRequest(run.run_no);
  expect((await stored()).requests).toBe(0);
  await writer.flush();
  await writer.flush();
  expect((await stored()).requests).toBe(2);
});
