import { sql, type Kysely, type Transaction } from 'kysely';
import type { FleetFactsRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { dispatchesDue, takeDue } from '../../dispatch/due-work.ts';
import { noteForFacts, raiseFleet } from '../fleet-version.ts';
import { computeFacts, listColumnsOf } from './compute-facts.ts';

/** Dispatches whose Entities are noted together. */
const DISPATCHES = 20;

/** Columns that show when a row was computed, and nothing about the Entity. */
const TIMES: ReadonlySet<string> = new Set(['computed_at', 'due_at']);

function isSame(a: FleetFactsRow, b: FleetFactsRow): boolean {
  const before = new Map(Object.entries(a));
  return Object.entries(b).every(([key, value]) => TIMES.has(key) || before.get(key) === value);
}

async function writeFacts(trx: Kysely<Store>, rows: readonly FleetFactsRow[]): Promise<void> {
  const ids = rows.map((row) => row.entity_id);
  await trx.deleteFrom('fleet_facts').where('entity_id', 'in', ids).execute();
  await trx.insertInto('fleet_facts').values(rows).execute();
}

/** Writes the columns for sorting and filtering if they changed: their rows are in many indexes. */
async function writeColumns(trx: Kysely<Store>, rows: readonly FleetFactsRow[], now: number) {
  const ids = rows.map((row) => row.entity_id);
  const held = new Map(
    (
      await trx
        .selectFrom('entities')
        .where('id', 'in', ids)
        .select([
          'id',
          'located',
          'sort_outcome',
          'sort_seen',
          'sort_energy',
          'sort_capacity',
          'marks',
        ])
        .execute()
    ).map(({ id, ...columns }) => [id, columns]),
  );
  for (const row of rows) {
    const before = held.get(row.entity_id);
    const columns = listColumnsOf(row, now);
    if (before === undefined || JSON.stringify(before) === JSON.stringify(columns)) continue;
    await trx
      .updateTable('entities')
      .set((entity) => ({
        ...columns,
        sort_place: sql<string>`case when ${entity.ref('place')} is null
          then ${columns.located} else ${entity.ref('sort_place')} end`,
        placed: sql<number>`case when ${entity.ref('place')} is null
          then ${row.place === null ? 0 : 1} else 1 end`,
      }))
      .where('id', '=', row.entity_id)
      .execute();
  }
}

/**
 * Computes the facts of some Entities.
 * @param now milliseconds since the epoch
 * @returns whether any of them changed
 */
async function renewFacts(
  trx: Transaction<Store>,
  ids: readonly string[],
  now: number,
): Promise<boolean> {
  const before = new Map(
    (await trx.selectFrom('fleet_facts').where('entity_id', 'in', ids).selectAll().execute()).map(
      (row) => [row.entity_id, row],
    ),
  );
  const rows = await computeFacts(trx, ids, now);
  await writeFacts(trx, rows);
  await writeColumns(trx, rows, now);
  return rows.some((row) => {
    const old = before.get(row.entity_id);
    return old === undefined || !isSame(old, row);
  });
}

/**
 * Updates some Entities for which something was stored, or whose facts are due.
 * @param most maximum number
 * @param now milliseconds since the epoch
 * @returns how many there were, and whether anything changed
 */
export async function takeChanges(
  db: Kysely<Store>,
  most: number,
  now: number,
): Promise<{ count: number; changed: boolean }> {
  return db.transaction().execute(async (trx) => {
    const waiting = await trx.selectFrom('fleet_changes').limit(most).select('entity_id').execute();
    const due =
      waiting.length >= most
        ? []
        : await trx
            .selectFrom('fleet_facts')
            .where('due_at', '<=', now)
            .orderBy('due_at')
            .limit(most - waiting.length)
            .select('entity_id')
            .execute();
    const ids = [...new Set([...waiting, ...due].map((row) => row.entity_id))];
    if (ids.length === 0) return { count: 0, changed: false };
    // Deleted before anything is read: changes stored meanwhile are then taken again.
    await trx.deleteFrom('fleet_changes').where('entity_id', 'in', ids).execute();
    const changed = await renewFacts(trx, ids, now);
    if (changed) await raiseFleet(trx);
    return { count: ids.length, changed };
  });
}

/**
 * Notes the Entities that dispatches reached: it takes one row of the dispatch's transaction instead of one for each.
 * @returns whether there may be more
 */
export async function noteDispatches(db: Kysely<Store>): Promise<boolean> {
  const ids = await dispatchesDue(db, 'facts', DISPATCHES);
  if (ids.length === 0) return false;
  await db.transaction().execute(async (trx) => {
    await takeDue(trx, 'facts', ids);
    const reached = await trx
      .selectFrom('sent_commands')
      .where('dispatch_id', 'in', ids)
      .select('entity_id')
      .distinct()
      .execute();
    await noteForFacts(
      trx,
      reached.map((row) => row.entity_id),
    );
  });
  return ids.length === DISPATCHES;
}
