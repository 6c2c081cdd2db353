import { sql, type Kysely } from 'kysely';

/** Each Command of a known member has its name and type at the send; until now only the first one had. */
export async function commandNames(db: Kysely<unknown>): Promise<void> {
  const first = (column: string) =>
    sql.raw(`${column} = (select first.${column} from commands first
    where first.dispatch_id = commands.dispatch_id and first.entity_id = commands.entity_id and first.item = 0)`);
  await sql`update commands set ${first('name')}, ${first('entity_type')}
    where dispatch_id is not null and item > 0 and member = 1`.execute(db);
}
