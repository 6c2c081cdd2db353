import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { NOBODY_ASKED, appendAudit, type AuditEntry } from './chain.ts';
import { verifyChain } from './verify.ts';
import { unprotect } from '../../store/testing/tampering.ts';

const NOW = Date.UTC(2026, 2, 2);

describe('a chain that was tampered with', () => {
  let db: Kysely<Store>;
  beforeEach(async () => {
    db = await memoryStore();
    await unprotect(db);
  });
  const append = (count: number, more: Partial<AuditEntry> = {}) =>
    db.transaction().execute(async (trx) => {
      const entry = { ...NOBODY_ASKED, action: 'dispatch', outcome: 'begun', ...more } as const;
      await appendAudit(
        trx,
        Array.from({ length: count }, () => entry),
        NOW,
      );
    });
  const change = (sequence: number) =>
    db.updateTable('audit_log').set({ target: 'x' }).where('sequence', '=', sequence).execute();
  const remove = (first: number, last = first) =>
    db
      .deleteFrom('audit_log')
      .where('sequence', '>=', first)
      .where('sequence', '<=', last)
      .execute();
  test('lists all breaks, not only the first', async () => {
    await append(12);
    await change(2);
    await remove(5, 6);
    await change(9);
    await remove(12);
    const found = await verifyChain(db);
    expect(found.breaks).toEqual([
      { code: 'changed', sequence: 2 },
      { code: 'missing', sequence: 5, last: 6, atEnd: false },
      { code: 'changed', sequence: 9 },
      { code: 'missing', sequence: 12, last: 12, atEnd: true },
    ]);
    expect(found.rows).toBe(9);
  });

  test('the next row starts from a break, and a cut tail is a break until then', async () => {
    await append(8);
    await change(3);
    await remove(7, 8);
    expect(await verifyChain(db)).toMatchObject({ rows: 6, head: { sequence: 6 } });
    await append(2);
    expect((await verifyChain(db)).breaks).toEqual([
      { code: 'changed', sequence: 3 },
      { code: 'missing', sequence: 7, last: 8, atEnd: false },
    ]);
  });

  test('a tail that was cut off together with the counter is found by the head told before', async () => {
    await append(8);
    const told = (await verifyChain(db)).head;
    await remove(6, 8);
    await db.updateTable('counters').set({ value: 5 }).where('name', '=', 'audit').execute();
    expect(await verifyChain(db)).toMatchObject({ breaks: [], head: { sequence: 5 } });
    // Rows written over the cut have the number, but another hash.
    await append(3, { target: 'other' });
    const { breaks, head } = await verifyChain(db);
    expect([breaks, head?.sequence]).toEqual([[], told?.sequence]);
    expect(head?.hash).not.toBe(told?.hash);
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
    await verifyChain(db);
    walking = false;
    expect(turns).toBeGreaterThanOrEqual(30);
  });
});
