import { sql, type Kysely } from 'kysely';

/** What sums leave out, until when they are complete, and sessions that the Service lists twice. */
export async function countedSums(db: Kysely<unknown>): Promise<void> {
  const columns = {
    fleet_sessions: ['listed_again', 'listed_differs'],
    fleet_facts: ['counted', 'other_units', 'without_energy'],
  };
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) {
      await db.schema
        .alterTable(table)
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  }
  await db.schema.alterTable('fleet_facts').addColumn('complete_before', 'bigint').execute();
  await db.schema.alterTable('fleet_facts').dropColumn('units').execute();
  // All are recomputed, part by part.
  await sql`update fleet_facts set due_at = 0`.execute(db);
}
