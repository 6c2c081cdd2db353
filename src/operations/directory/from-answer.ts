import type { Kysely, Transaction } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { foreignName } from '../../domain/foreign-label.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory } from './import.ts';
import { noteQuestions, writeMemberships } from './memberships.ts';
import { addUnknown, noteNamed } from './named.ts';
import { OFFBOARDING, REMOVAL } from './only-told.ts';

/** More Entities than this never leave a Collective without an operator's confirmation. */
const MANY = 50;
/** Maximum stored length of properties; the interface sets no limit. */
const MAX_LENGTH = 256 * 1024;

/** Whether an answer removes more than one member explains: many, or more than half. */
function takesTooMuch(gone: number, members: number): boolean {
  return gone > MANY || gone * 2 > members;
}

/**
 * Applies the Service's answer to removing a member, the only one with a Collective: its custom
 * properties, and its name, type and owner unless an operator set them. Members missing from it are
 * removed; if there are too many, an operator must confirm. Entities in it that were not known
 * members are asked about. An answer without Entities changes no membership. Spec, "Collective".
 * @param now milliseconds since the epoch
 */
export async function learnMembership(
  db: Kysely<Store>,
  answer: Collective,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id, entities } = answer;
    if (entities !== null && (await learnRecord(trx, answer, entities, now))) {
      await followRemoval(trx, { id, named: new Set(entities) }, now);
    }
    const properties = answer.properties === undefined ? '' : JSON.stringify(answer.properties);
    if (properties === '' || properties.length > MAX_LENGTH) return;
    await trx
      .updateTable('collectives')
      .set({ properties, properties_at: now })
      .where('id', '=', id)
      .execute();
  });
}

/** Writes what the answer says of the Collective and its Entities. @returns false if it would have no name */
async function learnRecord(
  trx: Transaction<Store>,
  { id, name, type, owner }: Collective,
  entities: readonly string[],
  now: number,
): Promise<boolean> {
  const known = await trx
    .selectFrom('collectives')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirst();
  const document = DirectoryImport.safeParse({
    collectives: [
      { id, owner, type: foreignName(type, 100), name: foreignName(name, 200) ?? known?.name },
    ],
    entities: [...new Set(entities)].map((entityId) => ({ id: entityId })),
  });
  // A Collective without a name cannot be shown.
  if (!document.success) return false;
  await importDirectory(trx, document.data, REMOVAL, now);
  return true;
}

/** Removes members missing from the answer, or asks for confirmation; asks about strangers. */
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
  await trx
    .deleteFrom('membership_questions')
    .where('collective_id', '=', id)
    .where('state', '=', 'missing')
    .execute();
  if (takesTooMuch(gone.length, members.length)) {
    await noteQuestions(trx, gone, { state: 'missing', told_by: REMOVAL, told_at: now });
  } else {
    await writeMemberships(trx, { removed: gone });
  }
  const naming = { collectiveId: id, entityIds: [...named], toldBy: REMOVAL, toldAt: now };
  await noteNamed(trx, naming, now);
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
  const ids = requests.flatMap(({ data }) => [data?.id ?? [], data?.components ?? []].flat());
  return addUnknown(db, ids, OFFBOARDING, now);
}
