import type { Kysely } from 'kysely';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Store } from '../../store/schema/schema.ts';
import { tagsOf } from './record.ts';

/** All listed records, in the import format. Archived ones are left out. */
export async function exportDirectory(db: Kysely<Store>): Promise<DirectoryImport> {
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .orderBy('name')
    .select(['id', 'name', 'type', 'owner', 'place', 'note', 'tags'])
    .execute();
  const entities = await db
    .selectFrom('entities')
    .where('archived', '=', 0)
    .orderBy('sort_name')
    .select(['id', 'name', 'type', 'brand', 'place', 'note', 'tags'])
    .execute();
  const memberships = await db
    .selectFrom('memberships')
    .orderBy('collective_id')
    .orderBy('entity_id')
    .select(['collective_id', 'entity_id'])
    .execute();
  const listed = new Set(entities.map(({ id }) => id));
  const members = groupBy(
    memberships.filter((row) => listed.has(row.entity_id)),
    (row) => row.collective_id,
  );
  return {
    collectives: collectives.map((row) => ({
      ...row,
      tags: tagsOf(row.tags),
      entities: (members.get(row.id) ?? []).map((member) => member.entity_id),
    })),
    entities: entities.map((row) => ({ ...row, tags: tagsOf(row.tags) })),
  };
}
