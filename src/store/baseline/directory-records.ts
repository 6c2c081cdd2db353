import { sql, type Kysely } from 'kysely';

/** An Entity that one answer named: which dispatch that was, so that it does not count twice. */
const NAMED_BY = `coalesce((
    select min(c.dispatch_id) from commands c join intents i on i.id = c.dispatch_id
    where i.collective_id = s.collective_id and c.entity_id = s.entity_id), s.source)`;

const IS_MEMBER = `exists (select 1 from memberships m
    where m.collective_id = s.collective_id and m.entity_id = s.entity_id)`;

/**
 * The directory has a source per record instead of one per field, and one table of what a person decides about
 * members. Nothing has read conflicts and the journal of imports any more.
 */
export async function directoryRecords(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    ...['collectives', 'entities'].flatMap((table) => [
      `alter table ${table} add column edited integer default 0 not null`,
      `update ${table} set edited = 1
        where origins like '%:"typed"%' or origins like '%:"import"%'`,
      `alter table ${table} drop column origins`,
    ]),
    'alter table collectives add column properties text',
    'alter table collectives add column properties_at bigint',
    `update collectives set
      properties = (select p.properties from collective_properties p where p.collective_id = id),
      properties_at = (select p.told_at from collective_properties p where p.collective_id = id)`,
    `create table membership_questions (
      collective_id text not null, entity_id text not null, state text not null,
      told_by text not null, told_at bigint not null,
      primary key (collective_id, entity_id))`,
    `insert into membership_questions
      select s.collective_id, s.entity_id,
        case s.state when 'pending' then 'named' else 'out' end, ${NAMED_BY}, s.last_seen_at
      from membership_sightings s
      where not ${IS_MEMBER}`,
    `insert into membership_questions
      select s.collective_id, s.entity_id, 'missing', 'answer:delete-member', s.told_at
      from membership_leavings s
      where ${IS_MEMBER}`,
    'drop table membership_sightings',
    'drop table membership_leavings',
    'drop table directory_conflicts',
    'drop table directory_import_rows',
    'drop table directory_imports',
    'drop table collective_properties',
    'alter table directory_seeds rename to directory_imports',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
