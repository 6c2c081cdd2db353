import type { Kysely } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import type { DirectoryCollectiveDetail } from '../../contract/console/directory.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { fromJson } from '../../store/json.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Maximum stored length of properties; the interface sets no limit. */
const MAX_LENGTH = 256 * 1024;

/**
 * Stores the custom properties of a Collective from the Service's answer, whatever their value. An
 * answer without any changes nothing. Spec, "Collective".
 * @param now milliseconds since the epoch
 */
export async function learnProperties(
  db: Kysely<Store>,
  { id, properties }: Collective,
  now: number,
): Promise<void> {
  if (properties === undefined) return;
  const text = JSON.stringify(properties);
  if (text.length > MAX_LENGTH) return;
  await db
    .insertInto('collective_properties')
    .values({ collective_id: id, properties: text, told_at: now })
    .onConflict((conflict) =>
      conflict.column('collective_id').doUpdateSet({ properties: text, told_at: now }),
    )
    .execute();
}

/** The last known custom properties, with their time; null if no answer has had any. */
export async function readProperties(
  db: Kysely<Store>,
  collectiveId: string,
): Promise<DirectoryCollectiveDetail['properties']> {
  const row = await db
    .selectFrom('collective_properties')
    .where('collective_id', '=', collectiveId)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  return { value: fromJson(z.unknown(), row.properties), toldAt: isoInstant(row.told_at) };
}
