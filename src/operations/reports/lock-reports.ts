import { sql, type Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';

/** Makes all others who begin, change or remove reports, definitions or tariffs wait until the transaction ends. */
export async function lockReports(trx: Kysely<Store>): Promise<void> {
  await trx
    .insertInto('counters')
    .values({ name: 'reports', value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`counters.value + 1` }),
    )
    .execute();
}
