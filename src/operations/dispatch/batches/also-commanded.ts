import { sql, type Kysely, type Transaction } from 'kysely';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The effect of a batch on Entities that were not known members of its Collective at the send. */
type AlsoCommanded = NonNullable<BatchSummary['alsoCommanded']>;

const NONE: AlsoCommanded = { entities: 0, open: 0, verdictCounts: {} };

/** Whether a row of `commands` is of a known member of its Collective at the send. */
export function ofMember() {
  return sql<boolean>`exists (
    select 1 from intent_members
    where intent_members.dispatch_id = commands.dispatch_id
      and intent_members.entity_id = commands.entity_id
  )`;
}

/** Records Entities of an answer that were not known members. Part of storing the answer. */
export async function recordAlsoCommanded(trx: Transaction<Store>, dispatchId: string) {
  await trx
    .insertInto('also_commanded')
    .columns(['dispatch_id', 'entity_id'])
    .expression(
      trx
        .selectFrom('commands')
        .where('commands.dispatch_id', '=', dispatchId)
        .where((where) => where.not(ofMember()))
        .distinct()
        .select(['commands.dispatch_id', 'commands.entity_id']),
    )
    .execute();
}

/** Entities of batches that were not known members at the send, with their Commands, by intent. */
export async function countAlsoCommanded(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
): Promise<(dispatchId: string) => AlsoCommanded> {
  const entities = await db
    .selectFrom('also_commanded')
    .where('dispatch_id', 'in', dispatchIds)
    .groupBy('dispatch_id')
    .select((row) => ['dispatch_id', row.fn.countAll<number>().as('count')])
    .execute();
  const found = new Map(
    entities.map(({ dispatch_id: id, count }): [string, AlsoCommanded] => [
      id,
      { entities: count, open: 0, verdictCounts: {} },
    ]),
  );
  if (found.size === 0) return () => NONE;
  const commands = await db
    .selectFrom('also_commanded')
    .innerJoin('commands', (join) =>
      join
        .onRef('commands.dispatch_id', '=', 'also_commanded.dispatch_id')
        .onRef('commands.entity_id', '=', 'also_commanded.entity_id'),
    )
    .where('also_commanded.dispatch_id', 'in', [...found.keys()])
    .groupBy(['commands.dispatch_id', 'commands.settled', 'commands.verdict'])
    .select((row) => [
      'commands.dispatch_id',
      'commands.settled',
      'commands.verdict',
      row.fn.countAll<number>().as('count'),
    ])
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
