import { sql, type Kysely } from 'kysely';

/** Requested reads take turns by who asked for them; those that wait already keep their order. */
export async function readTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fleet_reads').addColumn('turn', 'bigint').execute();
  await db.schema.alterTable('fleet_reads').addColumn('asked_by', 'text').execute();
  await sql`update fleet_reads set turn = waiting.place * 8, asked_by = 'earlier' from (
    select entity_id, resource, row_number() over (order by due_at, entity_id) as place
    from fleet_reads where rank = 0) as waiting
    where waiting.entity_id = fleet_reads.entity_id and waiting.resource = fleet_reads.resource`.execute(
    db,
  );
  // Without the rank in the condition: SQLite would prefer the index by rank and due time.
  await sql`create index fleet_reads_by_turn on fleet_reads ((case when rank = 0 then turn end))
    where turn is not null`.execute(db);
  await sql`create index fleet_reads_by_asker on fleet_reads (asked_by, turn)
    where rank = 0`.execute(db);
}
