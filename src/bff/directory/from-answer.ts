import type { Kysely } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import type { Store } from '../store/schema.ts';
import { importDirectory } from './import.ts';
import { learnProperties } from './properties.ts';
import { chunks } from './write.ts';

/** Source of what the Service answered to the removal of a member. */
const REMOVAL = 'answer:delete-member';
/** Source of what its offboarding requests name. */
const OFFBOARDING = 'offboarding';

/**
 * Takes over what the Service's answer to removing a member tells, the only one that tells a Collective:
 * its Entities and custom properties, and its name, type and owner as far as they are not ours. Spec, "Collective".
 * @param now milliseconds since the epoch
 */
export async function learnMembership(
  db: Kysely<Store>,
  answer: Collective,
  now: number,
): Promise<void> {
  await learnProperties(db, answer, now);
  if (answer.entities === null) return;
  const known = await db
    .selectFrom('collectives')
    .where('id', '=', answer.id)
    .select('name')
    .executeTakeFirst();
  const name = answer.name?.trim() ?? '';
  const { id, type, owner } = answer;
  const document = DirectoryImport.safeParse({
    collectives: [
      { id, type, owner, name: name || known?.name, entities: [...new Set(answer.entities)] },
    ],
  });
  // A Collective that nobody has named yet cannot be shown.
  if (document.success) await importDirectory(db, document.data, REMOVAL, now);
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
