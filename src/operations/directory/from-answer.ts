import type { Kysely, Transaction } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory, planImport, tellerOf, writeMemberships, writePlan } from './import.ts';
import { learnProperties } from './properties.ts';
import { noteSightings } from './sightings.ts';
import { chunks } from './write.ts';

/** Source of what the Service answered to the removal of a member. */
const REMOVAL = 'answer:delete-member';
/** Source of what its offboarding requests name. */
const OFFBOARDING = 'offboarding';

/** More Entities than this never leave a Collective without an operator who accepts it. */
const MANY = 50;

/** Whether an answer takes away more than removing one member explains: many, or more than half. */
function takesTooMuch(gone: number, members: number): boolean {
  return gone > MANY || gone * 2 > members;
}

/**
 * Takes over what the Service's answer to removing a member tells, the only one that tells a Collective:
 * its custom properties, and its name, type and owner as far as they are not ours. Members that it
 * leaves out leave; where they are too many, an operator has to accept it. Entities that it names and
 * that were no known members are sightings. An answer without Entities says nothing of them. Spec,
 * "Collective".
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
      collectives: [{ id, type, owner, name: answer.name?.trim() || known?.name }],
      entities: [...named].map((entityId) => ({ id: entityId })),
    });
    // A Collective that nobody has named yet cannot be shown.
    if (!document.success) return;
    const teller = tellerOf(REMOVAL, now);
    await writePlan(trx, await planImport(trx, document.data, teller), teller);
    await followRemoval(trx, { id, named }, now);
  });
}

/** Takes out the members that an answer does not name, or keeps the question; notes the strangers. */
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
  // The newer answer is about the whole Collective: what an older one asked is asked no more.
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
 * Learns the ids of Entities from offboarding requests: the Entity itself and its components. What is
 * known already stays as it is. Spec, "Offboarding Request".
 * @param now milliseconds since the epoch
 * @returns how many were not known
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

/** Makes rows for Entities that are not known. @returns how many there were */
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
