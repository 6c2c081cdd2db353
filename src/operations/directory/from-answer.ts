import type { Kysely, Transaction } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { foreignName } from '../../domain/foreign-label.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory, planImport, authorOf, writeMemberships, writePlan } from './import.ts';
import { OFFBOARDING, REMOVAL } from './only-told.ts';
import { learnProperties } from './properties.ts';
import { noteSightings } from './sightings.ts';

/** More Entities than this never leave a Collective without an operator's confirmation. */
const MANY = 50;

/** Whether an answer removes more than one member explains: many, or more than half. */
function takesTooMuch(gone: number, members: number): boolean {
  return gone > MANY || gone * 2 > members;
}

/**
 * Applies the Service's answer to removing a member, the only one with a Collective: its custom
 * properties, and its name, type and owner unless an operator set them. Members missing from it are
 * removed; if there are too many, an operator must confirm. Entities in it that were not known
 * members become sightings. An answer without Entities changes no membership. Spec, "Collective".
 * @param now milliseconds since the epoch
 */
export async function learnMembership(
  db: Kysely<Store>,
  answer: Collective,
  now: number,
): Promise<void> {
  await learnProperties(db, answer, now);
  const { id, type, owner, entities } = answer;
  if (entities === null) return;
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('collectives')
      .where('id', '=', id)
      .select('name')
      .executeTakeFirst();
    const named = new Set(entities);
    const document = DirectoryImport.safeParse({
      collectives: [
        {
          id,
          type: foreignName(type, 100),
          owner,
          name: foreignName(answer.name, 200) ?? known?.name,
        },
      ],
      entities: [...named].map((entityId) => ({ id: entityId })),
    });
    // A Collective without a name cannot be shown.
    if (!document.success) return;
    const author = authorOf(REMOVAL, now);
    await writePlan(trx, await planImport(trx, document.data, author));
    await followRemoval(trx, { id, named }, now);
  });
}

/** Removes members missing from the answer, or asks for confirmation; records strangers. */
async function followRemoval(
  trx: Transaction<Store>,
  { id, named }: { id: string; named: ReadonlySet<string> },
  now: number,
): Promise<void> {
  const members = await trx
    .selectFrom('memberships')
    .where('collective_id', '=', id)
    .selectAll()
    .execute();
  const gone = members.filter((row) => !named.has(row.entity_id));
  // The newer answer covers the whole Collective, so it replaces the question of an older one.
  await trx.deleteFrom('membership_leavings').where('collective_id', '=', id).execute();
  if (takesTooMuch(gone.length, members.length)) {
    for (const part of chunks(gone)) {
      await trx
        .insertInto('membership_leavings')
        .values(part.map(({ entity_id }) => ({ collective_id: id, entity_id, told_at: now })))
        .execute();
    }
  } else {
    await writeMemberships(
      trx,
      gone.map((before) => ({ before, after: null })),
    );
  }
  const before = new Set(members.map((row) => row.entity_id));
  const strangers = [...named].filter((entityId) => !before.has(entityId));
  await noteSightings(
    trx,
    strangers.map((entityId) => ({
      collectiveId: id,
      entityId,
      source: REMOVAL,
      batches: null,
      firstAt: now,
      lastAt: now,
    })),
    now,
  );
}

/**
 * Learns the ids of Entities from offboarding requests: the Entity itself and its components. Known
 * ones are unchanged. Spec, "Offboarding Request".
 * @param now milliseconds since the epoch
 * @returns number of new ones
 */
export async function learnOffboarding(
  db: Kysely<Store>,
  requests: readonly OffboardingRequest[],
  now: number,
): Promise<number> {
  const ids = new Set(
    requests.flatMap(({ data }) => [data?.id ?? null, ...(data?.components ?? [])]),
  );
  ids.delete(null);
  return learnEntities(
    db,
    [...ids].flatMap((id) => id ?? []),
    OFFBOARDING,
    now,
  );
}

/** Adds rows for unknown Entities. @returns their number */
async function learnEntities(
  db: Kysely<Store>,
  ids: readonly string[],
  source: string,
  now: number,
): Promise<number> {
  const known = new Set<string>();
  for (const part of chunks(ids)) {
    const rows = await db.selectFrom('entities').where('id', 'in', part).select('id').execute();
    for (const { id } of rows) known.add(id);
  }
  const entities = ids.filter((id) => !known.has(id)).map((id) => ({ id }));
  if (entities.length === 0) return 0;
  const document = DirectoryImport.parse({ entities });
  return (await importDirectory(db, document, source, now)).entities.added;
}
