import { sql, type Kysely } from 'kysely';
import { searchText, sortKey } from '../sort-columns.ts';

/** Tables of the directory before this step. */
type Before = Record<
  'collectives' | 'entities',
  { id: string; name: string; type: string | null; brand: string | null }
>;

/** The record of each Collective and Entity beyond the interface's own fields. */
async function addRecordColumns(db: Kysely<unknown>, table: string): Promise<void> {
  for (const name of ['place', 'note', 'unreachable_status', 'unreachable_at'] as const) {
    const type = { place: 'text', note: 'text', unreachable_status: 'integer' } as const;
    const column = name === 'unreachable_at' ? 'bigint' : type[name];
    await db.schema.alterTable(table).addColumn(name, column).execute();
  }
  for (const [name, value] of Object.entries({ tags: '[]', origins: '{}', search: '' })) {
    await db.schema
      .alterTable(table)
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute();
  }
}

/** Columns that are filtered and counted; covering indices avoid reading the rows. */
const COUNTED = ['type', 'brand', 'source', 'unreachable_status', 'tags'];

async function addSorting(db: Kysely<unknown>): Promise<void> {
  for (const by of ['name', 'type', 'brand', 'place']) {
    await db.schema
      .alterTable('entities')
      .addColumn(`sort_${by}`, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
  const rest = ['sort_name', 'id'];
  const orders = [
    // Filtered in sort order without reading the rows.
    ['sort_name', 'id', ...COUNTED],
    ...['sort_type', 'sort_brand', 'sort_place'].map((by) => [by, ...rest]),
    ['known_at', 'id'],
    // Counted for the filters without reading the rows.
    [...COUNTED],
  ];
  for (const columns of orders) {
    await db.schema
      .createIndex(`entities_listed_by_${columns[0]}`)
      .on('entities')
      .columns(['archived', ...columns])
      .execute();
  }
  await db.schema.dropIndex('memberships_by_entity_id').execute();
  await db.schema
    .createIndex('memberships_of_entity')
    .on('memberships')
    .columns(['entity_id', 'collective_id'])
    .execute();
}

async function fill(db: Kysely<Before>): Promise<void> {
  const none = { brand: null, place: null, tags: [] };
  const collectives = await db.selectFrom('collectives').select(['id', 'name', 'type']).execute();
  for (const row of collectives) {
    await sql`update collectives set search = ${searchText({ ...none, ...row })}
      where id = ${row.id}`.execute(db);
  }
  const entities = await db
    .selectFrom('entities')
    .select(['id', 'name', 'type', 'brand'])
    .execute();
  for (const row of entities) {
    await sql`update entities set search = ${searchText({ ...none, ...row })},
      sort_name = ${sortKey(row.name)}, sort_type = ${sortKey(row.type)},
      sort_brand = ${sortKey(row.brand)}, sort_place = ${sortKey(null)}
      where id = ${row.id}`.execute(db);
  }
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('directory_conflicts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('ours', 'text', (column) => column.notNull())
    .addColumn('theirs', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_conflicts_key', ['kind', 'thing_id', 'field'])
    .execute();
  await db.schema
    .createTable('directory_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'bigint')
    .execute();
  await db.schema
    .createTable('directory_import_rows')
    .addColumn('import_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('other_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('directory_import_rows_key', [
      'import_id',
      'kind',
      'thing_id',
      'other_id',
    ])
    .execute();
}

/** Adds the directory record beyond id, type and name, and the source of each. */
export async function directoryRecords(db: Kysely<unknown>): Promise<void> {
  await addRecordColumns(db, 'collectives');
  await addRecordColumns(db, 'entities');
  await addSorting(db);
  await fill(db.withTables<Before>());
  await addTables(db);
}

/** Removes the ids from the search texts: they are searched by prefix, in their own column. */
export async function searchWithoutIds(db: Kysely<unknown>): Promise<void> {
  for (const table of ['collectives', 'entities']) {
    await sql`update ${sql.table(table)} set search = replace(search, id, '')`.execute(db);
  }
}

/**
 * All listed Entities are scanned in the order of their ids, part by part; without an index each part sorted
 * all of them. The unreachable ones are few, and queried often.
 */
export async function entityOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('entities_listed_by_id')
    .on('entities')
    .columns(['archived', 'id'])
    .execute();
  await sql`create index entities_unreachable on entities (unreachable_status)
    where unreachable_status is not null`.execute(db);
}
