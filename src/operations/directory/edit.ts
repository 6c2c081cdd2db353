import type { Kysely, Transaction } from 'kysely';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { DirectoryKind, EntityEdit } from '../../contract/console/directory-changes.ts';
import { keysOf } from '../../lib/objects.ts';
import { failure, invalid } from '../../http/problems.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory } from './import.ts';
import { keepOut, writeMemberships } from './memberships.ts';
import { ARCHIVED, NOUNS, notInDirectory, OTHER_WORLD, tagsText, type Thing } from './thing.ts';
import { knownThings, writeThings } from './write.ts';

async function findThing(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  id: string,
): Promise<Thing | null> {
  const thing = (await knownThings(trx, kind, [id])).get(id) ?? null;
  return thing !== null && (thing.archived & OTHER_WORLD) === 0 ? thing : null;
}

async function requireCollectives(trx: Transaction<Store>, ids: readonly string[]): Promise<void> {
  const known = await knownThings(trx, 'collective', ids);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) {
    throw invalid('collectives', `The Collective ${missing} is not in the directory.`);
  }
}

/**
 * Adds one Collective or Entity by its id.
 * @param document holds that one record
 * @param now milliseconds since the epoch
 * @throws Failure 409 if it is known already, 400 if one of its Collectives is not known
 */
export async function addThing(
  db: Kysely<Store>,
  kind: DirectoryKind,
  document: Partial<DirectoryImport>,
  now: number,
): Promise<void> {
  const whole: DirectoryImport = { collectives: [], entities: [], ...document };
  const [row] = [...whole.collectives, ...whole.entities];
  if (row === undefined) throw invalid('id', 'There is nothing to add.');
  await inTransaction(db, async (trx) => {
    const known = await findThing(trx, kind, row.id);
    if (known !== null) {
      const name = known.fields.name === null ? '' : `, as “${known.fields.name}”`;
      const archived = (known.archived & ARCHIVED) === 0 ? '' : ' It is archived.';
      throw failure(
        409,
        'already_known',
        `The ${NOUNS[kind]} ${row.id} is in the directory already${name}.${archived}`,
      );
    }
    await requireCollectives(
      trx,
      whole.entities.flatMap((entity) => entity.collectives ?? []),
    );
    await importDirectory(trx, whole, 'typed', now);
  });
}

async function changeMemberships(
  trx: Transaction<Store>,
  entityId: string,
  collectives: readonly string[],
  now: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('memberships')
    .innerJoin('collectives', 'collectives.id', 'memberships.collective_id')
    .where('entity_id', '=', entityId)
    .select(['collective_id', 'entity_id', 'archived'])
    .execute();
  const added = collectives.filter((id) => !rows.some((row) => row.collective_id === id));
  await requireCollectives(trx, added);
  // Memberships of unlisted Collectives were not on screen: they are unchanged.
  const gone = rows.filter((row) => row.archived === 0 && !collectives.includes(row.collective_id));
  await keepOut(trx, gone, now);
  await writeMemberships(trx, {
    added: [...new Set(added)].map((id) => {
      return { collective_id: id, entity_id: entityId, source: 'typed', known_at: now };
    }),
  });
}

/**
 * Edits or archives a record of the directory. It is the operator's from then on: what the Service or a world says
 * later only fills what is empty.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if it is not known, 400 if a Collective is not
 */
export async function editThing(
  db: Kysely<Store>,
  { kind, id }: { kind: DirectoryKind; id: string },
  { name, type, brand, place, note, tags, archived, collectives }: EntityEdit,
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const old = await findThing(trx, kind, id);
    if (old === null) throw notInDirectory(kind, id);
    const thing: Thing = { ...old, fields: { ...old.fields }, knownAt: now };
    const texts = { name, type, brand, place, note, tags: tags && tagsText(tags) };
    for (const field of keysOf(texts)) {
      const text = texts[field];
      if (text === undefined || (text || null) === old.fields[field]) continue;
      thing.fields[field] = text || null;
      thing.edited = 1;
    }
    if (archived !== undefined) thing.archived = archived ? ARCHIVED : 0;
    await writeThings(trx, kind, [thing]);
    if (collectives !== undefined) await changeMemberships(trx, id, collectives, now);
  });
}
