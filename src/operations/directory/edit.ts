import type { Kysely, Transaction } from 'kysely';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import type {
  DirectoryField,
  DirectoryKind,
  EntityEdit,
} from '../../contract/console/directory-changes.ts';
import { keysOf } from '../../lib/objects.ts';
import { failure, invalid } from '../../http/problems.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { planImport, authorOf, writeMemberships, writePlan } from './import.ts';
import { keepOut } from './sightings.ts';
import { ARCHIVED, OTHER_WORLD, tagsText, type Thing } from './thing.ts';
import { knownThings, writeThings } from './write.ts';

const NOUNS: Readonly<Record<DirectoryKind, string>> = {
  collective: 'Collective',
  entity: 'Entity',
};

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
  document: { [list in keyof DirectoryImport]?: DirectoryImport[list] },
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
    const author = authorOf('typed', now);
    const plan = await planImport(trx, whole, author);
    const things = plan.things.map(({ merged, old }) => ({
      merged: { ...merged, thing: { ...merged.thing, source: 'typed' } },
      old,
    }));
    await writePlan(trx, { ...plan, things });
  });
}

/** The fields of an edit as the directory stores them; an empty text becomes null. */
function editedFields(edit: EntityEdit) {
  const { name, type, brand, place, note, tags } = edit;
  const texts = { name, type, brand, place, note };
  const fields: Partial<Record<DirectoryField, string | null>> = {};
  for (const field of keysOf(texts)) {
    const text = texts[field];
    if (text !== undefined) fields[field] = text === '' ? null : text;
  }
  if (tags !== undefined) fields.tags = tagsText(tags);
  return fields;
}

async function changeMemberships(
  trx: Transaction<Store>,
  entityId: string,
  collectives: readonly string[],
  now: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('memberships')
    .where('entity_id', '=', entityId)
    .selectAll()
    .execute();
  await requireCollectives(
    trx,
    collectives.filter((id) => !rows.some((row) => row.collective_id === id)),
  );
  const present = rows.map((row) => row.collective_id);
  const known = await knownThings(trx, 'collective', present);
  const wanted = new Set(collectives);
  // Memberships of unlisted Collectives were not on screen: they are unchanged.
  const shown = new Set(present.filter((id) => known.get(id)?.archived === 0));
  const gone = rows.filter((row) => shown.has(row.collective_id) && !wanted.has(row.collective_id));
  await keepOut(trx, gone, now);
  await writeMemberships(trx, [
    ...gone.map((before) => ({ before, after: null })),
    ...[...wanted]
      .filter((id) => !rows.some((row) => row.collective_id === id))
      .map((id) => ({
        before: null,
        after: { collective_id: id, entity_id: entityId, source: 'typed', known_at: now },
      })),
  ]);
}

/**
 * Edits or archives a record of the directory. Typed values belong to the operator: later facts do
 * not overwrite them.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if it is not known, 400 if a Collective is not
 */
export async function editThing(
  db: Kysely<Store>,
  { kind, id }: { kind: DirectoryKind; id: string },
  edit: EntityEdit,
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const old = await findThing(trx, kind, id);
    if (old === null) {
      throw failure(404, 'not_found', `The ${NOUNS[kind]} ${id} is not in the directory.`);
    }
    const fields = editedFields(edit);
    const thing: Thing = {
      ...old,
      fields: { ...old.fields, ...fields },
      origins: { ...old.origins },
      knownAt: now,
      archived: edit.archived === undefined ? old.archived : edit.archived ? ARCHIVED : 0,
    };
    for (const field of keysOf(fields)) {
      if (thing.fields[field] !== old.fields[field]) thing.origins[field] = 'typed';
    }
    await writeThings(trx, kind, [thing]);
    if (edit.collectives !== undefined) await changeMemberships(trx, id, edit.collectives, now);
  });
}
