import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { openAnchors, readAnchors } from './anchor-file.ts';
import { CUT, appendAudit, hashOfRow, type AuditEntry } from './chain.ts';
import { checkAudit, reanchorAudit } from './check.ts';
import { verifyChain } from './verify.ts';

const NOW = Date.UTC(2026, 2, 2);
const WHO = {
  operator: { id: 'o', name: 'Ada', role: 'administrator' },
  sessionHash: null,
  address: '127.0.0.1',
  requestId: 'r',
  target: 'audit log',
  upstreamStatus: null,
  dispatchId: null,
} as const;

describe('a chain that was tampered with', () => {
  let db: Kysely<Store>;
  let anchors: string;
  beforeEach(async () => {
    db = await memoryStore();
    anchors = path.join(mkdtempSync(path.join(tmpdir(), 'anchors-')), 'audit-anchors.jsonl');
    const { rows } = await sql<{ name: string }>`select name from sqlite_master
      where type = 'trigger'`.execute(db);
    // As anybody with the file can.
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  });
  const append = (count: number, more: Partial<AuditEntry> = {}) =>
    db.transaction().execute(async (trx) => {
      const entry = { ...WHO, action: 'dispatch', outcome: 'begun', body: null, ...more } as const;
      for (let at = 0; at < count; at += 1) await appendAudit(trx, entry, NOW);
    });
  const change = (sequence: number) =>
    db.updateTable('audit_log').set({ target: 'x' }).where('sequence', '=', sequence).execute();
  const remove = (first: number, last = first) =>
    db
      .deleteFrom('audit_log')
      .where('sequence', '>=', first)
      .where('sequence', '<=', last)
      .execute();
  const setHead = (value: number) =>
    db.updateTable('counters').set({ value }).where('name', '=', 'audit').execute();
  const headOf = (sequence: number) =>
    db
      .selectFrom('audit_log')
      .where('sequence', '=', sequence)
      .select(['sequence', 'hash'])
      .executeTakeFirstOrThrow();
  const anchor = async (sequence: number) => {
    const writer = await openAnchors(anchors);
    await writer.add({ ...(await headOf(sequence)), at: '2026-03-02T00:00:00Z' });
  };
  const parts = () => ({ db, clock: { now: () => NOW }, anchors, onRow: () => {} });
  const check = () => checkAudit(parts());
  const reanchor = (reason = 'known') => reanchorAudit(parts(), reason, WHO);
  const places = async () => (await check()).breaks.map(({ sequence }) => sequence);

  test('lists all breaks, not only the first', async () => {
    await append(12);
    await change(2);
    await remove(5, 6);
    await change(9);
    await remove(12);
    const found = await verifyChain(db, []);
    expect(found.breaks).toEqual([
      { code: 'changed', sequence: 2 },
      { code: 'missing', sequence: 5, last: 6, atEnd: false },
      { code: 'changed', sequence: 9 },
      { code: 'missing', sequence: 12, last: 12, atEnd: true },
    ]);
    expect(found).toMatchObject({ rows: 9, holds: false, brokenAt: 2 });
  });

  test('an outside anchor reveals a tail that was cut off together with the counter', async () => {
    await append(8);
    await anchor(8);
    await remove(6, 8);
    await setHead(5);
    expect((await verifyChain(db, [])).holds).toBe(true);
    expect((await check()).breaks).toEqual([
      { code: 'missing', sequence: 6, last: 8, atEnd: true },
    ]);
    // Rows written over the cut do not repair it.
    await append(4, { target: 'other' });
    expect((await check()).breaks).toEqual([
      { code: 'not-anchored', sequence: 8, anchoredAt: '2026-03-02T00:00:00Z' },
    ]);
  });

  test('a row that an earlier version cut inside a character is reported as such', async () => {
    await append(1);
    const { hash: _hash, ...last } = await db
      .selectFrom('audit_log')
      .selectAll()
      .executeTakeFirstOrThrow();
    const body = `${'x'.repeat(3999)}\ud83d${CUT}`;
    const row = { ...last, sequence: 2, previous_hash: _hash, body };
    // The earlier version hashed half a character, and the store replaced it.
    await db
      .insertInto('audit_log')
      .values({ ...row, hash: hashOfRow(row) })
      .execute();
    await setHead(2);
    await append(3);
    const found = await check();
    expect(found).toMatchObject({ rows: 5, brokenAt: 2, breaksTotal: 1 });
    expect(found.breaks).toEqual([{ code: 'cut', sequence: 2 }]);
    const mended = await reanchor('the old fault');
    const { body: said } = await db
      .selectFrom('audit_log')
      .where('action', '=', 'audit-reanchored')
      .select('body')
      .executeTakeFirstOrThrow();
    expect(said).toContain(
      '"first":"Row 2 is not as it was written. An earlier version cut its body',
    );
    expect(mended).toMatchObject({ holds: true, brokenAt: null, rows: 6 });
    expect(mended.acceptances).toMatchObject([
      { sequence: 6, operatorName: 'Ada', reason: 'the old fault', breaksTotal: 1 },
    ]);
  });

  test('after re-anchoring, finds changes of earlier rows, of the re-anchoring row and of later rows', async () => {
    await append(6);
    await change(3);
    expect((await reanchor()).holds).toBe(true);
    await append(3);
    expect((await check()).holds).toBe(true);
    await change(2);
    expect(await places()).toEqual([2, 3, 7]);
    const { breaks } = await check();
    expect(breaks.at(-1)).toEqual({ code: 'changed-since', sequence: 7 });
    expect((await reanchor('again')).holds).toBe(true);
    await change(9);
    // The second acceptance covered the first one too.
    expect(await places()).toEqual([2, 3, 7, 9, 11]);
  });

  test('re-anchoring a cut tail never gives a number twice', async () => {
    await append(8);
    await anchor(8);
    await remove(6, 8);
    await setHead(5);
    expect(await reanchor()).toMatchObject({ holds: true, rows: 6 });
    await append(1);
    expect((await check()).holds).toBe(true);
    const { sequence } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max('sequence').as('sequence'))
      .executeTakeFirstOrThrow();
    expect(sequence).toBe(10);
  });

  test('a chain that holds is not re-anchored', async () => {
    await append(2);
    await expect(reanchor()).rejects.toMatchObject({ status: 409 });
    expect((await check()).rows).toBe(2);
  });

  test('distinguishes a changed, a dropped and a half-written line of anchors', async () => {
    await append(3);
    for (const at of [1, 2, 3]) await anchor(at);
    const { readFile, writeFile, appendFile } = await import('node:fs/promises');
    await appendFile(anchors, '{"sequence":4,"ha');
    expect(await readAnchors(anchors)).toMatchObject({ problems: [], anchors: { length: 3 } });
    await anchor(3);
    const lines = (await readFile(anchors, 'utf8')).split('\n');
    await writeFile(anchors, [lines[0], ...lines.slice(2)].join('\n'));
    expect((await check()).anchorProblems).toEqual([{ code: 'unlinked', line: 2 }]);
    await writeFile(anchors, lines.join('\n').replace('"sequence":2', '"sequence":1'));
    expect((await check()).anchorProblems).toEqual([{ code: 'changed', line: 2 }]);
  });

  test('a walk yields to others repeatedly', { timeout: 30_000 }, async () => {
    await append(3000);
    let turns = 0;
    let walking = true;
    const count = () => {
      if (!walking) return;
      turns += 1;
      setImmediate(count);
    };
    setImmediate(count);
    await verifyChain(db, []);
    walking = false;
    expect(turns).toBeGreaterThanOrEqual(30);
  });
});
