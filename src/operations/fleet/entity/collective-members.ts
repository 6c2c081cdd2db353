import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';
import { ARCHIVED, notInDirectory } from '../../directory/record.ts';
import { knownMembers } from '../../directory/read-directory.ts';

/** An Entity as the directory names it. */
export interface NamedEntity {
  id: string;
  name: string | null;
  type: string | null;
}

/** @throws Failure 404 if the directory does not know the Collective */
export async function requireCollective(db: Kysely<Store>, collectiveId: string): Promise<void> {
  const collective = await db
    .selectFrom('collectives')
    .where('id', '=', collectiveId)
    .where('archived', 'in', [0, ARCHIVED])
    .select('id')
    .executeTakeFirst();
  if (collective === undefined) throw notInDirectory('collective', collectiveId);
}

/**
 * The listed Entities of a Collective.
 * @throws Failure 404 if the directory does not know the Collective
 */
export async function collectiveMembers(
  db: Kysely<Store>,
  collectiveId: string,
): Promise<NamedEntity[]> {
  await requireCollective(db, collectiveId);
  return knownMembers(db, collectiveId)
    .orderBy('memberships.entity_id')
    .select(['entities.id', 'entities.name', 'entities.type'])
    .execute();
}
