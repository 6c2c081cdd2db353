import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../dialect/migrate.ts';
import type { Store } from '../schema/schema.ts';
import { storesBefore } from '../testing/stores-before.ts';
import { BASELINE, MIGRATIONS } from './baseline.ts';

const FACTS = {
  computed_at: 1,
  due_at: 2,
  unit: "'kWh'",
  days: "''",
  last_day: 1,
  failing: 0,
  unread: 0,
};

async function hasFacts(db: Kysely<Store>, id: string, facts: Record<string, string | number>) {
  await sql`insert into entities (id, source, archived, known_at)
    values (${id}, 'import', 0, 1)`.execute(db);
  const row = { entity_id: `'${id}'`, ...FACTS, ...facts };
  const [names, values] = [Object.keys(row).join(', '), Object.values(row).join(', ')];
  await sql.raw(`insert into fleet_facts (${names}) values (${values})`).execute(db);
}

test.each(storesBefore(`${BASELINE}~`))(
  'what lists showed in %s is in the columns',
  async (_name, open) => {
    const db = await open();
    await hasFacts(db, 'sent', {
      last_verdict: "'failed'",
      last_at: 7,
      capacity: 62.5,
      capacity_at: 8,
      capture: 0,
      features_at: 9,
      planned_at: 10,
      failing: 1,
      message: "'Gone'",
    });
    await sql`insert into fleet_reads (entity_id, resource, rank, due_at, tries, message)
    values ('sent', 'locations', 1, 5, 4, 'Gone')`.execute(db);
    await hasFacts(db, 'part', { partial: 1, partial_message: "'Half'", partial_of: "'commands'" });
    await hasFacts(db, 'none', { commands_at: 5 });
    await sql`insert into entities (id, source, archived, known_at)
    values ('new', 'import', 0, 1)`.execute(db);
    await migrate(db, MIGRATIONS, 'test');
    const rows = await db.selectFrom('entities').orderBy('id').selectAll().execute();
    const of = new Map(rows.map((row) => [row.id, row]));
    expect(of.get('sent')).toMatchObject({
      outcome: 'failed',
      last_at: 7,
      capacity: 62.5,
      capacity_state: 'known',
      capture_state: 'off',
      planned_at: 10,
      next_due_at: 10,
      reads_state: 'failing',
      failing: 1,
      tries: 4,
      message: 'Gone',
    });
    expect(of.get('part')).toMatchObject({
      outcome: 'partial',
      reads_state: 'partial',
      partial: 1,
    });
    expect(of.get('none')).toMatchObject({ outcome: '~none', reads_state: 'fine', commands_at: 5 });
    expect(of.get('new')).toMatchObject({
      outcome: 'never',
      capacity_state: 'never',
      message: null,
    });
    await db.destroy();
  },
);
