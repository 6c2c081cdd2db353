import type { Kysely } from 'kysely';
import { ClosingVerdict, type Closing } from '../../../contract/console/resolution.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The last closing of each of these intents, by intent; those never closed are absent. */
export async function closingsOf(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
): Promise<ReadonlyMap<string, Closing>> {
  if (dispatchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('closings')
    .where('dispatch_id', 'in', dispatchIds)
    .orderBy('at')
    .selectAll()
    .execute();
  return new Map(
    rows.map((row) => [
      row.dispatch_id,
      {
        verdict: ClosingVerdict.parse(row.verdict),
        reason: row.reason,
        operatorName: row.operator_name,
        at: isoInstant(row.at),
      },
    ]),
  );
}
