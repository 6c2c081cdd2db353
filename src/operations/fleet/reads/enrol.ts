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
import { isOnlyNamed } from '../../directory/sources.ts';
import { enrol, RANK } from './read-records.ts';

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
  const only = table === 'entities' ? sql`and not ${isOnlyNamed()}` : sql``;
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

/**
 * Keeps reads of Entities and Collectives that the directory lists, and requested reads of Entities that it never
 * had: a report may name them. The records of others are removed, or postponed if only an answer named the Entity.
 * @param now milliseconds since the epoch
 */
export async function readable(
  db: Kysely<Store>,
  reads: readonly FleetReadRow[],
  now: number,
): Promise<FleetReadRow[]> {
  const archived = new Map<string, number>([['', 0]]);
  const told = new Set<string>();
  for (const part of chunks([...new Set(reads.map((read) => read.entity_id))])) {
    for (const table of ['entities', 'collectives'] as const) {
      const known = db.selectFrom(table).where('id', 'in', part).select(['id', 'archived']);
      for (const row of await known.execute()) archived.set(row.id, row.archived);
    }
    const only = db
      .selectFrom('entities')
      .where('id', 'in', part)
      .where(isOnlyNamed())
      .select('id');
    for (const { id } of await only.execute()) told.add(id);
  }
  const isAsked = ({ rank }: FleetReadRow) => rank === RANK.asked;
  const isListed = (read: FleetReadRow) =>
    (archived.get(read.entity_id) ?? (isAsked(read) ? 0 : 1)) === 0;
  const gone = [...new Set(reads.filter((read) => !isListed(read)).map((read) => read.entity_id))];
  for (const part of chunks(gone)) {
    await db.deleteFrom('fleet_reads').where('entity_id', 'in', part).execute();
  }
  for (const part of chunks([...told])) {
    await db
      .updateTable('fleet_reads')
      .where('entity_id', 'in', part)
      .where('rank', '<>', RANK.asked)
      // It may become a member, which is seen then.
      .set({ due_at: now + DAY_MS })
      .execute();
  }
  return reads.filter(
    (read) => !gone.includes(read.entity_id) && (isAsked(read) || !told.has(read.entity_id)),
  );
}
