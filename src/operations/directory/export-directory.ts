import type { Kysely } from 'kysely';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { Store } from '../../store/schema/schema.ts';
import { tagsOf } from './thing.ts';

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
  const members = new Map<string, string[]>();
  for (const { collective_id: collectiveId, entity_id: entityId } of memberships) {
    if (!listed.has(entityId)) continue;
    const ids = members.get(collectiveId);
    if (ids === undefined) members.set(collectiveId, [entityId]);
    else ids.push(entityId);
  }
  return {
    collectives: collectives.map((row) => ({
      ...row,
      tags: tagsOf(row.tags),
      entities: members.get(row.id) ?? [],
    })),
    entities: entities.map((row) => ({ ...row, tags: tagsOf(row.tags) })),
  };
}
