import { sql, type Kysely } from 'kysely';

/** Which resources of an Entity were read in part the last time: their cells do not say "never read". */
export async function partFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('fleet_facts')
    .addColumn('partial_of', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`insert into fleet_changes (entity_id) select distinct entity_id from fleet_reads
    where partial = 1 and entity_id not in (select entity_id from fleet_changes)`.execute(db);
}
