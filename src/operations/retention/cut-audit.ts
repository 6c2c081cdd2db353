import type { Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';
import { headOf } from '../audit/chain.ts';
import { cutOf } from '../audit/verify.ts';

/** Rows looked at or removed at once. */
const ROWS = 200;

/** The first row that a dispatch needs which has not settled; Infinity: none does. */
async function firstNeeded(db: Kysely<Store>): Promise<number> {
  const { first } = await db
    .selectFrom('audit_log')
    .innerJoin('intents', 'intents.id', 'intent_id')
    .where((row) =>
      row.or([row('unsettled', '>', 0), row('intents.outcome', 'in', ['sending', 'waiting'])]),
    )
    .select((row) => row.fn.min('sequence').as('first'))
    .executeTakeFirstOrThrow();
  return first ?? Infinity;
}

/** The last row of those that may go: all before it are as old, and no open dispatch needs one. */
export async function lastToCut(
  db: Kysely<Store>,
  before: number,
  pause: () => Promise<unknown>,
): Promise<{ sequence: number; hash: string } | null> {
  const head = (await headOf(db))?.sequence ?? 0;
  const end = Math.min(await firstNeeded(db), head);
  let last = (await cutOf(db)) ?? null;
  const start = last?.sequence ?? 0;
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .where('sequence', '>', last?.sequence ?? 0)
      .where('sequence', '<', end)
      .orderBy('sequence')
      .limit(ROWS)
      .select(['sequence', 'hash', 'at'])
      .execute();
    for (const { sequence, hash, at } of rows) {
      if (at >= before) return last === null || last.sequence === start ? null : last;
      last = { sequence, hash };
    }
    if (rows.length < ROWS) return last === null || last.sequence === start ? null : last;
    await pause();
  }
}

/** Keeps where the log is cut: the database then lets the rows before it go, and the check begins there. */
export async function keepCut(
  db: Kysely<Store>,
  { sequence, hash }: { sequence: number; hash: string },
  now: number,
): Promise<void> {
  await db.insertInto('audit_cuts').values({ sequence, hash, cut_at: now }).execute();
}

/** Removes what is before the cut, also what an earlier run left. @returns how many rows */
export async function removeCut(db: Kysely<Store>, pause: () => Promise<unknown>): Promise<number> {
  const cut = await cutOf(db);
  if (cut === undefined) return 0;
  let removed = 0;
  for (;;) {
    const { first } = await db
      .selectFrom('audit_log')
      .select((row) => row.fn.min('sequence').as('first'))
      .executeTakeFirstOrThrow();
    if (first === null || first > cut.sequence) return removed;
    const end = Math.min(first + ROWS - 1, cut.sequence);
    const { numDeletedRows } = await db
      .deleteFrom('audit_log')
      .where('sequence', '<=', end)
      .executeTakeFirst();
    removed += Number(numDeletedRows);
    await pause();
  }
}
