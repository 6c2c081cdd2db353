import { describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { readCounter, setCounter } from '../../store/counters.ts';
import { openStore } from '../../store/open-store.ts';
import { postgresUrl } from '../../store/testing/postgres-store.ts';
import { FOLD_MS, createAudit } from './audit.ts';
import type { AuditEntry } from './chain.ts';
import { storedRows } from './testing/stored-rows.ts';
import { verifyChain } from './verify.ts';

const refusal = (address: string): AuditEntry => ({
  action: 'cross-site-refused',
  outcome: 'refused',
  operator: null,
  sessionHash: null,
  address,
  requestId: 'r',
  target: 'POST /x',
  body: null,
  upstreamStatus: null,
  dispatchId: null,
});

async function setUp(open = memoryStore) {
  const db = await open();
  const clock = manualClock();
  const errors: unknown[] = [];
  const audit = createAudit({ db, clock, onError: (error) => errors.push(error) });
  const rows = () => storedRows(db);
  return { db, clock, errors, audit, rows };
}

test('a flood of refusals makes one row at once and one with the count', async () => {
  const { clock, audit, rows } = await setUp();
  for (let at = 0; at < 10_000; at += 1) audit.note('cross-site a', refusal('a'));
  audit.note('cross-site b', refusal('b'));
  await audit.flush();
  const seen = await rows();
  expect(seen).toHaveLength(3);
  expect(seen.map(({ address, body }) => [address, body])).toContainEqual([
    'a',
    '{"repeats":9999}',
  ]);
  clock.advance(FOLD_MS);
  audit.note('cross-site a', refusal('a'));
  await audit.flush();
  expect(await rows()).toHaveLength(4);
});

test('repeats become a row when their minute is over', async () => {
  const { clock, audit, rows } = await setUp();
  audit.note('k', refusal('a'));
  audit.note('k', refusal('a'));
  clock.advance(FOLD_MS);
  await expect.poll(rows).toHaveLength(2);
});

test('a flood of different kinds is bounded too, and its count keeps only what all have in common', async () => {
  const { audit, rows } = await setUp();
  for (let at = 0; at < 3000; at += 1) audit.note(`k${at}`, refusal(`10.0.0.${at}`));
  await audit.flush();
  const seen = await rows();
  expect(seen.length).toBeLessThan(110);
  expect(seen[0]).toMatchObject({ address: null, target: 'POST /x', body: '{"repeats":2899}' });
});

test('a note that cannot be written is reported and fails no request', async () => {
  const { db, audit, errors } = await setUp();
  await db.schema.dropTable('audit_log').execute();
  audit.note('k', refusal('a'));
  await audit.flush();
  expect(errors).toHaveLength(1);
});

describe('the rows of transactions', () => {
  test('are written with them or not at all', async () => {
    const { db, audit, rows } = await setUp();
    const failing = audit.transaction(async (trx, add) => {
      add(refusal('lost'));
      await setCounter(trx, 'stored', 1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([await readCounter(db, 'stored'), await rows()]).toEqual([null, []]);
    await audit.transaction(async (trx, add) => {
      add(refusal('kept'));
      await setCounter(trx, 'stored', 1);
    });
    expect(await rows()).toMatchObject([{ address: 'kept', sequence: 1 }]);
    expect(await readCounter(db, 'stored')).toBe(1);
  });

  test('make one chain, however many write at once', async () => {
    const { db, audit } = await setUp();
    const other = createAudit({ db, clock: manualClock(), onError: () => {} });
    const writers = Array.from({ length: 30 }, (_, at) =>
      (at % 2 === 0 ? audit : other).transaction(async (trx, add) => {
        add(refusal(`${at}`));
        await setCounter(trx, `stored ${at}`, at);
        add(refusal(`${at} again`));
      }),
    );
    await Promise.all(writers);
    expect(await verifyChain(db)).toMatchObject({ rows: 60, breaks: [] });
  });
});

test('a transaction on PostgreSQL keeps another process from the log only at its end', async () => {
  const url = await postgresUrl();
  const one = await setUp(() => openStore(url));
  const other = await setUp(() => openStore(url));
  await one.audit.transaction(async (trx, add) => {
    add(refusal('slow'));
    await setCounter(trx, 'stored', 1);
    await other.audit.record(refusal('quick'));
  });
  expect((await one.rows()).map(({ address }) => address)).toEqual(['slow', 'quick']);
  await Promise.all([one.db.destroy(), other.db.destroy()]);
});
