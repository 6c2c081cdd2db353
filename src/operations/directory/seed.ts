import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import { foreignName } from '../../domain/foreign-label.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory } from './import.ts';
import { ARCHIVED, OTHER_WORLD } from './record.ts';

/** Prefix of sources that are worlds of the embedded service. */
const WORLD = 'world:';

/** A world's directory with texts that an export of ours can hold and an import takes. */
function learned({ collectives, entities }: DirectoryImport): DirectoryImport {
  return {
    collectives: collectives.map(({ name, type, ...row }) => ({
      ...row,
      // An empty text is ignored, so that the id is its name.
      name: foreignName(name, 200) ?? '',
      type: foreignName(type, 100),
    })),
    entities: entities.map(({ name, type, brand, ...row }) => ({
      ...row,
      name: foreignName(name, 200),
      type: foreignName(type, 100),
      brand: foreignName(brand, 200),
    })),
  };
}

/**
 * Syncs the directory with the current world, before the console serves requests. Records of other
 * worlds are hidden and kept for history; an unchanged world is not imported again.
 * @param seed the current world and its directory; null with a real Service
 * @param now milliseconds since the epoch
 */
export async function seedDirectory(
  db: Kysely<Store>,
  seed: { source: string; directory: DirectoryImport } | null,
  now: number,
): Promise<void> {
  const source = seed?.source ?? '';
  for (const table of ['collectives', 'entities'] as const) {
    // The other bit stays: what an operator archived is archived, whichever world runs.
    await sql`update ${sql.table(table)}
      set archived = (archived & ${sql.lit(ARCHIVED)})
        + case when source = ${source} then 0 else ${sql.lit(OTHER_WORLD)} end
      where source like ${`${WORLD}%`}`.execute(db);
  }
  if (seed === null) return;
  const directory = learned(seed.directory);
  const contentHash = createHash('sha256').update(JSON.stringify(directory)).digest('hex');
  const done = await db
    .selectFrom('directory_imports')
    .where('source', '=', seed.source)
    .select('content_hash')
    .executeTakeFirst();
  if (done?.content_hash === contentHash) return;
  await importDirectory(db, directory, seed.source, now);
  const row = { source: seed.source, content_hash: contentHash, imported_at: now };
  await db
    .insertInto('directory_imports')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet(row))
    .execute();
}
