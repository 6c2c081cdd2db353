import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../store/schema.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { NO_HASH, appendAudit, hashOfRow, verifyChain, type AuditEntry } from './chain.ts';

const NOW = Date.UTC(2026, 2, 2);

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'dispatch',
  outcome: 'begun',
  operator: { id: 'o1', name: 'Ada' },
  sessionHash: 'ab'.repeat(32),
  address: '127.0.0.1',
  requestId: 'r1',
  target: 'collective 1',
  body: { type: 'StopCharging' },
  upstreamStatus: null,
  intentId: null,
  ...change,
});

describe('the chain of the audit log', () => {
  let db: Kysely<Store>;
  const append = (...entries: AuditEntry[]) =>
    db.transaction().execute(async (trx) => {
      for (const each of entries) await appendAudit(trx, each, NOW);
    });
  const rows = () => db.selectFrom('audit_log').orderBy('sequence').selectAll().execute();
  /** What somebody with access to the file, and without respect for triggers, can do. */
  const unprotect = async () => {
    for (const name of ['audit_log_no_update', 'audit_log_no_delete', 'audit_head_only_grows']) {
      await sql`drop trigger ${sql.ref(name)}`.execute(db);
    }
  };
  beforeEach(async () => {
    db = await memoryStore();
  });

  test('each row holds the hash of the one before it, the first one zeros', async () => {
    await append(entry(), entry({ outcome: 'accepted', upstreamStatus: 201 }));
    const [first, second] = await rows();
    expect(first?.previous_hash).toBe(NO_HASH);
    expect(second?.previous_hash).toBe(first?.hash);
    expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyChain(db)).toMatchObject({ rows: 2, holds: true, brokenAt: null });
  });

  test('an empty log holds', async () => {
    expect(await verifyChain(db)).toMatchObject({ rows: 0, holds: true });
  });

  test('the database refuses to change or remove a row, or to turn the head back', async () => {
    await append(entry());
    const change = db.updateTable('audit_log').set({ outcome: 'done' }).execute();
    await expect(change).rejects.toThrow('rows of audit_log are only added');
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('only added');
    const back = db.updateTable('counters').set({ value: 0 }).where('name', '=', 'audit').execute();
    await expect(back).rejects.toThrow('only grows');
    const gone = db.deleteFrom('counters').where('name', '=', 'audit').execute();
    await expect(gone).rejects.toThrow('only grows');
    expect(await verifyChain(db)).toMatchObject({ rows: 1, holds: true });
  });

  test('rows of a transaction that fails are not there, and leave no gap', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await appendAudit(trx, entry(), NOW);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await append(entry());
    expect(await verifyChain(db)).toMatchObject({ rows: 1, holds: true });
  });

  test('a change of any field of any row is found where it is', async () => {
    await append(entry(), entry(), entry());
    await unprotect();
    const [, second] = await rows();
    if (second === undefined) throw new Error('no row');
    for (const column of Object.keys(second)) {
      if (column === 'sequence') continue;
      const old = Object.entries(second).find(([name]) => name === column)?.[1];
      const set = (value: unknown) =>
        sql`update audit_log set ${sql.ref(column)} = ${value} where sequence = 2`.execute(db);
      await set(typeof old === 'number' ? old + 1 : `${String(old)}x`);
      expect([column, (await verifyChain(db)).brokenAt]).toEqual([column, 2]);
      await set(old);
    }
    expect((await verifyChain(db)).holds).toBe(true);
  });

  test.each([1, 2, 3])('row %i removed is found, the last one too', async (sequence) => {
    await append(entry(), entry(), entry());
    await unprotect();
    await db.deleteFrom('audit_log').where('sequence', '=', sequence).execute();
    expect(await verifyChain(db)).toMatchObject({ holds: false, brokenAt: sequence });
  });

  test('a row that was changed together with its own hash is found by the next one', async () => {
    await append(entry(), entry());
    await unprotect();
    const [first] = await rows();
    if (first === undefined) throw new Error('no row');
    const { hash: _old, ...kept } = { ...first, outcome: 'refused' };
    await db
      .updateTable('audit_log')
      .set({ outcome: 'refused', hash: hashOfRow(kept) })
      .where('sequence', '=', 1)
      .execute();
    expect(await verifyChain(db)).toMatchObject({ holds: false, brokenAt: 2 });
  });

  test('a row that was put in between is found', async () => {
    await append(entry(), entry());
    await unprotect();
    const [first, second] = await rows();
    if (first === undefined || second === undefined) throw new Error('no rows');
    await db.updateTable('audit_log').set({ sequence: 3 }).where('sequence', '=', 2).execute();
    await db
      .insertInto('audit_log')
      .values({ ...second, target: 'forged' })
      .execute();
    expect((await verifyChain(db)).holds).toBe(false);
  });

  test('a walk over more rows than are read at once', { timeout: 30_000 }, async () => {
    await append(...Array.from({ length: 2100 }, (_, at) => entry({ requestId: String(at) })));
    expect(await verifyChain(db)).toMatchObject({ rows: 2100, holds: true });
  });

  test('line ends, separators and control characters stay inside one line; long bodies are cut', async () => {
    const text = 'a\r\nb\u2028c\u2029d\u0085e\u0000f\u202eg\u001b[31m';
    await append(
      entry({ target: text, body: { reason: text }, operator: { id: 'o', name: text } }),
      entry({ body: 'x'.repeat(100_000) }),
    );
    const [row, long] = await rows();
    for (const field of [row?.target, row?.body, row?.operator_name]) {
      expect(field).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
    }
    expect(JSON.parse(row?.body ?? '')).toEqual({ reason: text });
    expect(long?.body?.length).toBeLessThan(5000);
    expect((await verifyChain(db)).holds).toBe(true);
  });

  test('whatever is recorded, the chain holds', { timeout: 30_000 }, async () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 50 }), { nil: null });
    await fc.assert(
      fc.asyncProperty(text, text, fc.jsonValue(), async (target, address, body) => {
        await append(entry({ target, address, body }));
        expect((await verifyChain(db)).holds).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
