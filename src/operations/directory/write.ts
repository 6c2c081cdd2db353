import { sql, type Transaction } from 'kysely';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { MISSING_KEY } from '../../store/sort-columns.ts';
import type { Difference } from './merge.ts';
import { collectiveRow, collectiveThing, entityRow, entityThing, type Thing } from './thing.ts';

/** The directory's records of ids, including archived ones. */
export async function knownThings(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  ids: readonly string[],
): Promise<Map<string, Thing>> {
  const known = new Map<string, Thing>();
  for await (const part of chunksInTurns(ids)) {
    const things =
      kind === 'collective'
        ? (await trx.selectFrom('collectives').where('id', 'in', part).selectAll().execute()).map(
            collectiveThing,
          )
        : (await trx.selectFrom('entities').where('id', 'in', part).selectAll().execute()).map(
            entityThing,
          );
    for (const thing of things) known.set(thing.id, thing);
  }
  return known;
}

async function writeCollectives(trx: Transaction<Store>, things: readonly Thing[]) {
  await trx
    .insertInto('collectives')
    .values(things.map(collectiveRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        type: row.ref('excluded.type'),
        owner: row.ref('excluded.owner'),
        place: row.ref('excluded.place'),
        note: row.ref('excluded.note'),
        tags: row.ref('excluded.tags'),
        origins: row.ref('excluded.origins'),
        source: row.ref('excluded.source'),
        known_at: row.ref('excluded.known_at'),
        archived: row.ref('excluded.archived'),
        search: row.ref('excluded.search'),
      })),
    )
    .execute();
}

async function writeEntities(trx: Transaction<Store>, things: readonly Thing[]) {
  await trx
    .insertInto('entities')
    .values(things.map(entityRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        type: row.ref('excluded.type'),
        brand: row.ref('excluded.brand'),
        place: row.ref('excluded.place'),
        note: row.ref('excluded.note'),
        tags: row.ref('excluded.tags'),
        origins: row.ref('excluded.origins'),
        source: row.ref('excluded.source'),
        known_at: row.ref('excluded.known_at'),
        archived: row.ref('excluded.archived'),
        search: row.ref('excluded.search'),
        sort_name: row.ref('excluded.sort_name'),
        sort_type: row.ref('excluded.sort_type'),
        sort_brand: row.ref('excluded.sort_brand'),
        // Where no place was typed, the one of its Locations counts.
        sort_place: sql<string>`case when ${row.ref('excluded.place')} is null
          then ${row.ref('entities.located')} else ${row.ref('excluded.sort_place')} end`,
        placed: sql<number>`case when ${row.ref('excluded.place')} is null
          and ${row.ref('entities.located')} = ${MISSING_KEY} then 0 else 1 end`,
      })),
    )
    .execute();
}

/** Writes records of one kind; the reachability of their ids is unchanged. */
export async function writeThings(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  things: readonly Thing[],
): Promise<void> {
  for await (const part of chunksInTurns(things)) {
    await (kind === 'collective' ? writeCollectives : writeEntities)(trx, part);
  }
}

/**
 * Stores conflicts until somebody decides. A decision to keep our value holds until the other value
 * changes.
 */
export async function keepConflicts(
  trx: Transaction<Store>,
  conflicts: readonly Difference[],
  { source, now }: { source: string; now: number },
): Promise<void> {
  for (const { kind, id, field, ours, theirs } of conflicts) {
    const key = { kind, thing_id: id, field };
    const old = await trx
      .selectFrom('directory_conflicts')
      .where('kind', '=', kind)
      .where('thing_id', '=', id)
      .where('field', '=', field)
      .select(['state', 'theirs'])
      .executeTakeFirst();
    if (old?.state === 'kept' && old.theirs === theirs) continue;
    const row = { ours, theirs, source, seen_at: now, state: 'open' };
    await trx
      .insertInto('directory_conflicts')
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(['kind', 'thing_id', 'field']).doUpdateSet(row))
      .execute();
  }
}
