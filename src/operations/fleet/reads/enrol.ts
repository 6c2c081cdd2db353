import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import {
  COLLECTIVE_RESOURCES,
  DEPLOYMENT_RESOURCES,
  FLEET_RESOURCES,
} from '../../../contract/console/choices.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { RANK, enrol } from './mark-read.ts';

/** Entities or Collectives that are handled together. */
const AT_ONCE = 2000;

/** Resources that are read from the start. The history of an Entity follows once its sessions are known. */
const FIRST = {
  entities: FLEET_RESOURCES.filter((name) => name !== 'history'),
  collectives: COLLECTIVE_RESOURCES,
} as const;

/** Ids that the directory lists after one, and whether each has records of its reads. */
async function listedAfter(db: Kysely<Store>, table: keyof typeof FIRST, after: string) {
  // The last one to be added: if it exists, all do.
  const last = FIRST[table].at(-1) ?? '';
  const { rows } = await sql<{ id: string; resource: string | null }>`
    select listed.id, reads.resource from ${sql.table(table)} listed
    left join fleet_reads reads on reads.entity_id = listed.id and reads.resource = ${last}
    where listed.id > ${after} and listed.archived = 0
    order by listed.id limit ${AT_ONCE}`.execute(db);
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
 * Keeps claimed reads of Entities and Collectives that the directory lists, and requested reads of Entities that
 * it never had: a report may name them. The records of others are removed.
 */
export async function readable(
  db: Kysely<Store>,
  rows: readonly FleetReadRow[],
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
  return rows.filter(({ entity_id: id }) => !gone.has(id));
}
