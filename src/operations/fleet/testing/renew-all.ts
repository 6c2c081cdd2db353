import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';
import { renewPictures } from '../picture/renew-pictures.ts';

/** Renews the pictures of all Entities after a test stored rows by itself. @param now milliseconds since the epoch */
export async function renewAll(db: Kysely<Store>, now: number): Promise<void> {
  const rows = await db.selectFrom('entities').select('id').execute();
  const ids = rows.map(({ id }) => id);
  await db.transaction().execute((trx) => renewPictures(trx, ids, now));
}
