import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import {
  COLLECTIVE_RESOURCES,
  DEPLOYMENT_RESOURCES,
  FLEET_RESOURCES,
} from '../../../contract/console/choices.ts';
import { DAY_MS } from '../../../domain/instant.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { isOnlyTold } from '../../directory/only-told.ts';
import { enrol } from './mark-read.ts';
import { RANK } from './rank.ts';

/** Entities or Collectives that are handled together. */
const AT_ONCE = 2000;

/** Resources that are read from the start. The history of an Entity follows once its sessions are known. */
const FIRST = {
  entities: FLEET_RESOURCES.filter((name) => name !== 'history'),
  collectives: COLLECTIVE_RESOURCES,
} as const;

/** Ids after one that the directory lists and that are read, and whether each has the records of its reads. */
async function listedAfter(db: Kysely<Store>, table: keyof typeof FIRST, after: string) {
  // A report may have requested the one before the others were added: both exist only if all do.
  const [first = ''] = FIRST[table];
  const last = FIRST[table].at(-1) ?? '';
  const id = sql.ref(`${table}.id`);
  const only = table === 'entities' ? sql`and not ${isOnlyTold()}` : sql``;
  const { rows } = await sql<{ id: string; resource: string | null }>`
    select ${id} as id, beginning.resource from ${sql.table(table)}
    left join fleet_reads reads on reads.entity_id = ${id} and reads.resource = ${last}
    left join fleet_reads beginning on beginning.entity_id = reads.entity_id
      and beginning.resource = ${first}
    where ${id} > ${after} and archived = 0 ${only}
    order by ${id} limit ${AT_ONCE}`.execute(db);
  return rows;
}

async function enrolListed(db: Kysely<Store>, table: keyof typeof FIRST, now: number) {
  let after = '';
  for (;;) {
    const rows = await listedAfter(db, table, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = rows.filter(({ resource }) => resource === null).map(({ id }) => id);
    for (const part of chunks(ids)) {
      await db.transaction().execute((trx) => enrol(trx, part, FIRST[table], now));
      await turn();
    }
    await turn();
  }
}

/**
 * Adds missing records of reads, due at once: of Entities and Collectives of the directory, and of deployment
 * resources.
 * @param now milliseconds since the epoch
 */
export async function enrolNew(db: Kysely<Store>, now: number): Promise<void> {
  const once = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', '')
    .where('resource', 'in', DEPLOYMENT_RESOURCES)
    .select('resource')
    .execute();
  // This runs often, so it writes nothing if nothing is new.
  if (once.length < DEPLOYMENT_RESOURCES.length) {
    await db.transaction().execute((trx) => enrol(trx, [''], DEPLOYMENT_RESOURCES, now));
  }
  await enrolListed(db, 'collectives', now);
  await enrolListed(db, 'entities', now);
}

/** Of Entities those that nothing but an answer names. */
async function onlyTold(db: Kysely<Store>, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('entities')
      .where('id', 'in', part)
      .where(isOnlyTold())
      .select('id')
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/**
 * Keeps claimed reads of Entities and Collectives that the directory lists, and requested reads of Entities that
 * it never had: a report may name them. The records of others are removed, or
 * postponed if only an answer named the Entity.
 * @param now milliseconds since the epoch
 */
export async function readable(
  db: Kysely<Store>,
  rows: readonly FleetReadRow[],
  now: number,
): Promise<FleetReadRow[]> {
  const ids = [...new Set(rows.map((row) => row.entity_id))];
  const archived = new Map<string, number>([['', 0]]);
  for (const part of chunks(ids)) {
    for (const table of ['entities', 'collectives'] as const) {
      const known = await db
        .selectFrom(table)
        .where('id', 'in', part)
        .select(['id', 'archived'])
        .execute();
      for (const row of known) archived.set(row.id, row.archived);
    }
  }
  const isReadable = ({ entity_id: id, rank }: FleetReadRow) =>
    (archived.get(id) ?? (rank === RANK.asked ? 0 : 1)) === 0;
  const gone = new Set(rows.filter((row) => !isReadable(row)).map((row) => row.entity_id));
  for (const part of chunks([...gone])) {
    await db.deleteFrom('fleet_reads').where('entity_id', 'in', part).execute();
  }
  const listed = rows.filter(({ entity_id: id }) => !gone.has(id));
  const byPolicy = listed.filter(({ rank }) => rank !== RANK.asked);
  const told = await onlyTold(db, [...new Set(byPolicy.map((row) => row.entity_id))]);
  for (const part of chunks([...told])) {
    await db
      .updateTable('fleet_reads')
      .where('entity_id', 'in', part)
      .where('rank', '<>', RANK.asked)
      // It may become a member, which is seen then.
      .set({ due_at: now + DAY_MS, claimed_until: 0 })
      .execute();
  }
  return listed.filter(({ entity_id: id, rank }) => rank === RANK.asked || !told.has(id));
}
