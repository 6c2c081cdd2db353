import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { NO_HASH, appendAudit, hashOfRow, type AuditEntry } from './chain.ts';
import { verifyChain } from './verify.ts';
import { ON_POSTGRES } from '../../store/testing/postgres-store.ts';
import { unprotect } from '../../store/testing/tampering.ts';

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
  dispatchId: null,
  ...change,
});

describe('the chain of the audit log', () => {
  let db: Kysely<Store>;
  const append = (...entries: AuditEntry[]) =>
    db.transaction().execute(async (trx) => {
      await appendAudit(trx, entries, NOW);
    });
  const rows = () => db.selectFrom('audit_log').orderBy('sequence').selectAll().execute();
  beforeEach(async () => {
    db = await memoryStore();
  });

  test('each row holds the hash of the one before it, the first one zeros', async () => {
    await append(entry(), entry({ outcome: 'accepted', upstreamStatus: 201 }));
    const [first, second] = await rows();
    expect(first?.previous_hash).toBe(NO_HASH);
    expect(second?.previous_hash).toBe(first?.hash);
    expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyChain(db)).toMatchObject({ rows: 2, breaks: [] });
  });

  test('an empty log is intact', async () => {
    expect(await verifyChain(db)).toMatchObject({ rows: 0, breaks: [] });
  });

  test('the database refuses to change or remove a row, or to set the head back', async () => {
    await append(entry());
    const change = db.updateTable('audit_log').set({ outcome: 'done' }).execute();
    await expect(change).rejects.toThrow('rows of audit_log are only added');
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('only added');
    const back = db.updateTable('counters').set({ value: 0 }).where('name', '=', 'audit').execute();
    await expect(back).rejects.toThrow('only grows');
    const gone = db.deleteFrom('counters').where('name', '=', 'audit').execute();
    await expect(gone).rejects.toThrow('only grows');
    expect(await verifyChain(db)).toMatchObject({ rows: 1, breaks: [] });
  });

  // PostgreSQL has no such statements.
  test.skipIf(ON_POSTGRES).each([
    `insert or replace into audit_log select * from audit_log where sequence = 1`,
    `replace into audit_log (rowid, sequence, action, outcome, previous_hash, hash, at)
      values (1, 9, 'dispatch', 'forged', '', '', 0)`,
    `insert or replace into command_changes (command_key, sequence, status, seen_at, late)
      values (1, 1, 'forged', 0, 0)`,
    `insert or replace into counters (name, value) values ('audit', 0)`,
    `insert or replace into counters (rowid, name, value)
      select rowid, 'other', 0 from counters where name = 'audit'`,
    `update or replace counters set name = 'audit' where name = 'fleet'`,
  ])('the database refuses to replace a row: %s', async (statement) => {
    await append(entry());
    await sql`insert into command_changes (command_key, sequence, status, seen_at, late)
      values (1, 1, 'Sent', 0, 0)`.execute(db);
    await sql`insert into counters (name, value) values ('fleet', 0)`.execute(db);
    const forging = sql.raw(statement).execute(db);
    await expect(forging).rejects.toThrow(/only added|only grows/);
    expect(await verifyChain(db)).toMatchObject({ rows: 1, breaks: [] });
  });

  test('rows of a failed transaction are not stored, and leave no gap', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await appendAudit(trx, [entry()], NOW);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await append(entry());
    expect(await verifyChain(db)).toMatchObject({ rows: 1, breaks: [] });
  });

  test('a change of any field is found at its row', async () => {
    await append(entry(), entry(), entry());
    await unprotect(db);
    const [, second] = await rows();
    if (second === undefined) throw new Error('no row');
    for (const column of Object.keys(second)) {
      if (column === 'sequence') continue;
      const old = Object.entries(second).find(([name]) => name === column)?.[1];
      const set = (value: unknown) =>
        sql`update audit_log set ${sql.ref(column)} = ${value} where sequence = 2`.execute(db);
      const isNumber = typeof old === 'number' || column === 'upstream_status';
      await set(isNumber ? Number(old) + 1 : `${String(old)}x`);
      expect([column, (await verifyChain(db)).breaks[0]?.sequence]).toEqual([column, 2]);
      await set(old);
    }
    expect((await verifyChain(db)).breaks).toEqual([]);
  });

  test.each([1, 2, 3])('finds the removal of row %i, even of the last', async (sequence) => {
    await append(entry(), entry(), entry());
    await unprotect(db);
    await db.deleteFrom('audit_log').where('sequence', '=', sequence).execute();
    expect(await verifyChain(db)).toMatchObject({ breaks: [{ sequence: sequence }] });
  });

  test('a row that was changed together with its own hash is found by the next one', async () => {
    await append(entry(), entry());
    await unprotect(db);
    const [first] = await rows();
    if (first === undefined) throw new Error('no row');
    const { hash: _old, ...kept } = { ...first, outcome: 'refused' };
    await db
      .updateTable('audit_log')
      .set({ outcome: 'refused', hash: hashOfRow(kept) })
      .where('sequence', '=', 1)
      .execute();
    expect(await verifyChain(db)).toMatchObject({ breaks: [{ sequence: 2 }] });
  });

  test('an inserted row is found', async () => {
    await append(entry(), entry());
    await unprotect(db);
    const [first, second] = await rows();
    if (first === undefined || second === undefined) throw new Error('no rows');
    await db.updateTable('audit_log').set({ sequence: 3 }).where('sequence', '=', 2).execute();
    await db
      .insertInto('audit_log')
      .values({ ...second, target: 'forged' })
      .execute();
    expect((await verifyChain(db)).breaks).not.toEqual([]);
  });

  test('a check reads more rows than one page', { timeout: 30_000 }, async () => {
    await append(...Array.from({ length: 2100 }, (_, at) => entry({ requestId: String(at) })));
    expect(await verifyChain(db)).toMatchObject({ rows: 2100, breaks: [] });
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
    expect((await verifyChain(db)).breaks).toEqual([]);
  });

  test('a body that is cut within a character keeps whole characters, and the chain holds', async () => {
    // One of the two lengths cuts inside a pair.
    await append(entry({ body: { type: `x${'😀'.repeat(3000)}` } }));
    await append(entry({ body: { type: `xy${'😀'.repeat(3000)}` } }));
    await append(entry({ target: `x${'😀'.repeat(400)}`, address: '😀'.repeat(400) }));
    expect(await verifyChain(db)).toMatchObject({ rows: 3, breaks: [] });
    for (const row of await rows()) expect(`${row.body}${row.target}`).not.toContain('\ufffd');
  });

  test('a body of 1 MB is cut to its beginning', async () => {
    await append(entry({ body: '\u{1f50b}\ud800\0'.repeat(250_000) }));
    expect(await verifyChain(db)).toMatchObject({ rows: 1, breaks: [] });
  });

  test('the chain holds for any text in any field', { timeout: 60_000 }, async () => {
    // All UTF-16 units, including half pairs, NUL and astral characters.
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('\0', '\ud83d', '\ude00', '😀', '\u{10ffff}', '\ufeff', '"', '\\', '\n'),
    );
    const word = fc.string({ unit, maxLength: 20 });
    const long = fc.tuple(word, word, fc.integer({ min: 0, max: 2100 }));
    const text = fc.oneof(
      word,
      long.map(([head, part, times]) => head + part.repeat(times)),
    );
    const field = fc.option(text, { nil: null });
    const body = fc.oneof(fc.jsonValue(), text, fc.dictionary(text, text, { maxKeys: 2 }));
    await fc.assert(
      fc.asyncProperty(field, field, field, text, body, async (a, b, c, name, kept) => {
        await append(
          entry({
            target: a,
            address: b,
            requestId: c,
            sessionHash: a,
            dispatchId: b,
            operator: { id: name, name },
            body: kept,
          }),
        );
        expect((await verifyChain(db)).breaks).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
