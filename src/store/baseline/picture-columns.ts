import { sql, type Kysely } from 'kysely';

/** See `PictureColumns`; the sort keys are in the baseline. */
const ADDED = [
  `outcome text default 'never' not null`,
  'last_type text',
  'last_at bigint',
  'last_ours integer',
  'seen_at bigint',
  'session_at bigint',
  'planned_type text',
  'planned_at bigint',
  'next_due_at bigint',
  'capacity double precision',
  `capacity_state text default 'never' not null`,
  `capture_state text default 'never' not null`,
  'location text',
  'commands_at bigint',
  'sessions_at bigint',
  'capacity_at bigint',
  'features_at bigint',
  'places_at bigint',
  'sessions_from bigint',
  `reads_state text default 'fine' not null`,
  'tries integer default 0 not null',
  'failing integer default 0 not null',
  'message text',
  'partial integer default 0 not null',
  'partial_message text',
  `partial_of text default '' not null`,
];

/** The facts of before, as columns: nothing is computed again. */
const COPIED: Readonly<Record<string, string>> = {
  outcome: `coalesce(last_verdict, case when commands_at is not null then '~none'
    when ',' || partial_of || ',' like '%,commands,%' then 'partial' else 'never' end)`,
  last_type: 'last_type',
  last_at: 'last_at',
  last_ours: 'last_ours',
  seen_at: 'seen_at',
  session_at: 'session_at',
  planned_type: 'planned_type',
  planned_at: 'planned_at',
  next_due_at: 'planned_at',
  capacity: 'capacity',
  capacity_state: `case when capacity_at is null then 'never' when capacity is null then '~none'
    else 'known' end`,
  capture_state: `case when features_at is null then 'never' when capture is null then '~none'
    when capture = 1 then 'on' else 'off' end`,
  location: 'place',
  commands_at: 'commands_at',
  sessions_at: 'sessions_at',
  capacity_at: 'capacity_at',
  features_at: 'features_at',
  places_at: 'places_at',
  sessions_from: 'sessions_from',
  reads_state: `case when failing > 0 then 'failing' when partial > 0 then 'partial' else 'fine' end`,
  tries: `coalesce((select max(r.tries) from fleet_reads r where r.entity_id = f.entity_id
    and r.message is not null and (f.failing = 0 or r.partial is null)), 0)`,
  failing: 'failing',
  message: 'message',
  partial: 'partial',
  partial_message: 'partial_message',
  partial_of: 'partial_of',
};

const REPLACED = [
  'entities_listed_by_sort_name',
  'entities_listed_by_sort_outcome',
  'entities_listed_by_sort_seen',
  'entities_listed_by_sort_energy',
  'entities_listed_by_sort_capacity',
  'entities_listed_by_type',
];

const FILTERED = 'outcome, capacity_state, reads_state';

const INDEXES = [
  ...['sort_outcome', 'sort_seen', 'sort_energy', 'sort_capacity'].map(
    (column) => `entities_listed_by_${column}
      on entities (archived, ${column}, sort_name, id, ${FILTERED})`,
  ),
  `entities_listed_by_sort_name on entities (archived, sort_name, id, type, ${FILTERED})`,
  'entities_by_brand on entities (archived, brand)',
  // Counts of every filter read nothing but this.
  `entities_by_facets on entities (archived, type, ${FILTERED}, session_at, planned_at,
    capture_state, placed, brand, source, unreachable_status, offboarded_at, tags)`,
  // What the Overview counts.
  `entities_by_reads on entities (archived, reads_state, offboarded_at, commands_at, sessions_at,
    capacity_at, features_at, places_at, session_at, source, id)`,
  'entities_by_next_due on entities (next_due_at) where next_due_at is not null',
  'entities_planned on entities (archived) where planned_at is not null',
  'entities_placed on entities (archived) where placed = 1',
  'entities_noted on entities (archived) where note is not null',
  `entities_tagged on entities (archived) where tags <> '[]'`,
];

/** Makes the picture of an Entity columns of its row. */
export async function pictureColumns(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const column of ADDED) await run(`alter table entities add column ${column}`);
  const names = Object.keys(COPIED).join(', ');
  const values = Object.values(COPIED).join(', ');
  await run(`update entities set (${names}) =
    (select ${values} from fleet_facts f where f.entity_id = entities.id)
    where id in (select entity_id from fleet_facts)`);
  for (const index of REPLACED) await run(`drop index ${index}`);
  for (const index of INDEXES) await run(`create index ${index}`);
  await run('alter table entities drop column marks');
  await run('drop table fleet_facts');
  await run('drop table fleet_changes');
}
