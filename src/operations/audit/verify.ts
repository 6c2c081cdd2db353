import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AuditBreak } from '../../contract/console/audit.ts';
import { readCounter } from '../../store/counters.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';
import { HEAD, NO_HASH, hashOfRow } from './chain.ts';

/** Result of a walk along the chain. */
export interface ChainCheck {
  rows: number;
  /** All breaks, in order. */
  breaks: AuditBreak[];
  /** The last row; null: the log is empty. A line of the log with a later or another one reveals a cut tail. */
  head: Pick<AuditLogRow, 'sequence' | 'hash'> | null;
  /** The first row that is kept: older ones may have been removed after their time. */
  since: number;
}

/** Rows read at once: few enough that reading and hashing them takes some milliseconds. */
const PAGE = 100;

/** The last row that was removed after its time; undefined: the log is whole. */
export async function cutOf(db: Kysely<Store>) {
  const cuts = db.selectFrom('audit_cuts').select(['sequence', 'hash']);
  return cuts.orderBy('sequence', 'desc').limit(1).executeTakeFirst();
}

/** Whether a row of the log that is kept names a cut: retention writes it before it cuts. */
async function isNamed(db: Kysely<Store>, { sequence, hash }: { sequence: number; hash: string }) {
  const rows = await db
    .selectFrom('audit_log')
    .where('action', '=', 'retention')
    .where('outcome', '=', 'begun')
    .where('sequence', '>', sequence)
    .select('body')
    .execute();
  const named = `"cut":${JSON.stringify({ sequence, hash })}`;
  return rows.some(({ body }) => body?.includes(named) === true);
}

/**
 * Walks the whole chain, on past each break: a row that was changed, removed or inserted. A tail that was cut off
 * together with its counter is found by the heads in the log of the process.
 */
export async function verifyChain(db: Kysely<Store>): Promise<ChainCheck> {
  // Read first: rows added meanwhile are then beyond the expected number, never missing.
  const counted = (await readCounter(db, HEAD)) ?? 0;
  const cut = await cutOf(db);
  const found: ChainCheck = { rows: 0, breaks: [], head: null, since: (cut?.sequence ?? 0) + 1 };
  let last: Pick<AuditLogRow, 'sequence' | 'hash'> = cut ?? { sequence: 0, hash: NO_HASH };
  const miss = (sequence: number, end: number, atEnd: boolean) => {
    if (sequence <= end) found.breaks.push({ code: 'missing', sequence, last: end, atEnd });
  };
  if (cut !== undefined && !(await isNamed(db, cut))) miss(1, cut.sequence, false);
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .where('sequence', '>', last.sequence)
      .orderBy('sequence')
      .limit(PAGE)
      .selectAll()
      .execute();
    for (const { hash, ...row } of rows) {
      const { sequence } = row;
      const expected = last.sequence + 1;
      miss(expected, sequence - 1, false);
      if (hashOfRow(row) !== hash) found.breaks.push({ code: 'changed', sequence });
      else if (sequence === expected && row.previous_hash !== last.hash) {
        found.breaks.push({ code: 'unlinked', sequence });
      }
      last = { sequence, hash };
      found.head = last;
      found.rows += 1;
    }
    if (rows.length < PAGE) break;
    // The store answers without waiting for I/O, so nothing else would run.
    await setImmediate();
  }
  miss(last.sequence + 1, counted, true);
  return found;
}
