import type { Kysely } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory.ts';
import type { Store } from '../store/schema.ts';
import { ANSWER, importDirectory } from './import.ts';

/**
 * Takes the membership of a Collective over from the Service's answer to removing a member, the only
 * one that tells it. What the directory calls the Collective stays. Spec, "Collective".
 * @param now milliseconds since the epoch
 */
export async function learnMembership(
  db: Kysely<Store>,
  answer: Collective,
  now: number,
): Promise<void> {
  if (answer.entities === null) return;
  const known = await db
    .selectFrom('collectives')
    .where('id', '=', answer.id)
    .select('name')
    .executeTakeFirst();
  const described = known ?? { name: answer.name, type: answer.type, owner: answer.owner };
  const entities = [...new Set(answer.entities)];
  const document = DirectoryImport.safeParse({
    collectives: [{ id: answer.id, ...described, entities }],
  });
  // A Collective that nobody has named yet cannot be shown.
  if (document.success) await importDirectory(db, document.data, ANSWER, now);
}
