import { sql, type Kysely } from 'kysely';
import type { Verdict } from '../../../domain/command-status.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { each, KINDS, merged, type Kind, type NewestCommand } from './newest-commands.ts';

/** Statuses of Commands that were carried out or tried: a canceled one says nothing about a device. */
const TRIED: readonly Verdict[] = ['acknowledged', 'verified', 'disproven', 'failed'];

/** How a Command ended. */
export type Outcome = NewestCommand & { type: string; at: number };

/** The newest of each Entity, each looked up by an index, however many Commands it has. */
function newestOf(
  db: Kysely<Store>,
  kind: Kind,
  ids: readonly string[],
  { type, most }: { type: string | null; most: number },
) {
  const ofType = type === null ? sql`one.type is not null` : sql`one.type = ${type}`;
  const newest = sql<string>`select one.id from ${KINDS[kind]} as one
    where one.entity_id = entities.id and ${ofType} and one.due_at is not null
      and one.verdict in (${sql.join(TRIED)})
    order by one.due_at desc, one.noted desc limit ${most}`;
  return db
    .selectFrom('entities')
    .innerJoin(each(kind), (join) => join.onRef('each.entity_id', '=', 'entities.id'))
    .where('entities.id', 'in', ids)
    .where(sql<boolean>`each.id in (${newest})`)
    .orderBy('each.noted', 'desc')
    .selectAll('each')
    .execute();
}

/**
 * The newest outcomes of some Entities, whichever system sent the Commands: a few of each type, and the last one
 * of any type. Those without a time from the Service are left out: they cannot be ordered.
 * @param ids at most as many as are read together
 * @param most maximum of each Entity and type
 * @returns newest first
 */
export async function newestOutcomes(
  db: Kysely<Store>,
  ids: readonly string[],
  types: readonly string[],
  most: number,
): Promise<Outcome[]> {
  const looks = [...types.map((type) => ({ type, most })), { type: null, most: 1 }];
  const rows: Awaited<ReturnType<typeof newestOf>> = [];
  for (const look of looks) {
    rows.push(
      ...(await newestOf(db, 'ours', ids, look)),
      ...(await newestOf(db, 'listed', ids, look)),
    );
  }
  const byId = new Map(rows.map((row) => [`${row.entity_id} ${row.id}`, row]));
  const tried: ReadonlySet<string> = new Set(TRIED);
  return (await merged(db, [...byId.values()]))
    .flatMap(({ type, at, ...command }): Outcome[] =>
      type === null || at === null || !tried.has(command.verdict) ? [] : [{ ...command, type, at }],
    )
    .toSorted((a, b) => b.at - a.at);
}
