import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../dialect/migrate.ts';
import { storesBefore } from '../testing/stores-before.ts';
import { MIGRATIONS } from './baseline.ts';

test.each(storesBefore('212-directory'))(
  'the directory of a store of before is taken over in %s',
  async (_name, open) => {
    const db = await open();
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(`insert into collectives (id, name, source, archived, known_at, origins) values
    ('depot', 'Ours', 'world:a', 0, 1, '{"name":"typed"}'), ('port', 'Port', 'import', 0, 1, '{}')`);
    await run(`insert into entities (id, source, archived, known_at, origins) values
    ('van', 'world:a', 0, 1, '{"brand":"fact"}'), ('car', 'batch', 0, 1, '{"name":"import"}')`);
    await run(
      `insert into memberships values ('depot', 'van', 'import', 1), ('depot', 'car', 'batch', 1)`,
    );
    await run(`insert into collective_properties values ('depot', '{"bays":4}', 7)`);
    await run(`insert into directory_seeds values ('world:a', 'hash', 3)`);
    const seen = (entity: string, state: string) =>
      `('depot', '${entity}', 'batch', '${state}', 1, 0, 4, 5, null, null)`;
    await run(
      `insert into membership_sightings values ${[
        seen('asked', 'pending'),
        seen('car', 'joined'),
        seen('left', 'joined'),
        seen('kept', 'dismissed'),
      ].join(', ')}`,
    );
    await run(`insert into membership_leavings values ('depot', 'van', 6), ('depot', 'gone', 6)`);
    await migrate(db, MIGRATIONS, 'test');
    const edited = async (table: 'collectives' | 'entities') =>
      (await db.selectFrom(table).where('edited', '=', 1).select('id').execute()).map(
        ({ id }) => id,
      );
    expect([await edited('collectives'), await edited('entities')]).toEqual([['depot'], ['car']]);
    const properties = await db
      .selectFrom('collectives')
      .orderBy('id')
      .select(['properties', 'properties_at'])
      .execute();
    expect(properties).toEqual([
      { properties: '{"bays":4}', properties_at: 7 },
      { properties: null, properties_at: null },
    ]);
    const imports = await db.selectFrom('directory_imports').selectAll().execute();
    expect(imports).toEqual([{ source: 'world:a', content_hash: 'hash', imported_at: 3 }]);
    const questions = await db
      .selectFrom('membership_questions')
      .orderBy('entity_id')
      .select(['entity_id', 'state', 'told_at'])
      .execute();
    // Who joined is a member or was removed again; who would leave is one still.
    expect(questions).toEqual([
      { entity_id: 'asked', state: 'named', told_at: 5 },
      { entity_id: 'kept', state: 'out', told_at: 5 },
      { entity_id: 'left', state: 'out', told_at: 5 },
      { entity_id: 'van', state: 'missing', told_at: 6 },
    ]);
    expect(await db.selectFrom('memberships').selectAll().execute()).toHaveLength(2);
    await db.destroy();
  },
);
