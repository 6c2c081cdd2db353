import { sql, type Kysely } from 'kysely';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The effect of a batch on Entities that were not known members of its Collective at the send. */
type AlsoCommanded = NonNullable<BatchSummary['alsoCommanded']>;

const NONE: AlsoCommanded = { entities: 0, open: 0, verdictCounts: {} };

/** Whether a row of `commands` is of a known member of its Collective at the send. */
export function ofMember() {
  return sql<boolean>`commands.member = 1`;
}

/** Entities of batches that were not known members at the send, with their Commands, by intent. */
export async function countAlsoCommanded(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
): Promise<(dispatchId: string) => AlsoCommanded> {
  const entities = await db
    .selectFrom('intents')
    .where('id', 'in', dispatchIds)
    .where('strangers', '>', 0)
    .select(['id', 'strangers'])
    .execute();
  const found = new Map(
    entities.map(({ id, strangers }): [string, AlsoCommanded] => [
      id,
      { entities: strangers, open: 0, verdictCounts: {} },
    ]),
  );
  if (found.size === 0) return () => NONE;
  const commands = await db
    .selectFrom('sent_commands')
    .where('dispatch_id', 'in', [...found.keys()])
    .where('member', '=', 0)
    .groupBy(['dispatch_id', 'settled', 'verdict'])
    .select((row) => ['dispatch_id', 'settled', 'verdict', row.fn.countAll<number>().as('count')])
    .execute();
  for (const { dispatch_id: id, settled, verdict, count } of commands) {
    const own = found.get(id);
    if (own === undefined) continue;
    own.verdictCounts[verdict] = (own.verdictCounts[verdict] ?? 0) + count;
    if (settled === 0) own.open += count;
  }
  return (id) => found.get(id) ?? NONE;
}

/** Counts by derived status minus those of another count. */
export function withoutCounts(
  all: Readonly<Record<string, number>>,
  taken: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(all)
      .map(([verdict, count]) => [verdict, count - (taken[verdict] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}
