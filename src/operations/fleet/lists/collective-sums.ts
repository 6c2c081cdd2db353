import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { silentFrom } from '../../../domain/silent.ts';
import { keysOf } from '../../../lib/objects.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Entities that are added up by one query; other requests have their turn in between. */
const PART = 2500;

/** Nothing, of a Collective without Entities. */
const NONE = {
  entities: 0,
  silent: 0,
  failing: 0,
  partial: 0,
  unread: 0,
  commandsRead: 0,
  commandsPartly: 0,
  sessionsPartly: 0,
};
const NAMES = keysOf(NONE);

/** Sums over the Entities of a Collective. */
export type CollectiveSums = typeof NONE & {
  /** The oldest read of sessions, in milliseconds since the epoch; Infinity: none. */
  sessionsAt: number;
};

/** Of a Collective without Entities. */
export const noSums = (): CollectiveSums => ({ ...NONE, sessionsAt: Infinity });

/** What is summed over the Entities of a Collective, as columns of their rows. */
function summed(now: number): Readonly<Record<keyof typeof NONE, RawBuilder<unknown>>> {
  const neverRead = sql`entities.commands_at is null and entities.sessions_at is null
    and entities.capacity_at is null and entities.features_at is null and entities.places_at is null`;
  const partlyRead = (resource: string) =>
    sql`',' || entities.partial_of || ',' like ${`%,${resource},%`}`;
  return {
    entities: sql`1 = 1`,
    silent: sql`entities.session_at <= ${silentFrom(now)}`,
    failing: sql`entities.reads_state = 'failing'`,
    partial: sql`entities.reads_state = 'partial'`,
    unread: sql`${neverRead} and entities.partial = 0`,
    commandsRead: sql`entities.commands_at is not null`,
    commandsPartly: sql`entities.commands_at is null and ${partlyRead('commands')}`,
    sessionsPartly: sql`entities.sessions_at is null and ${partlyRead('sessions')}`,
  };
}

const counted = (condition: RawBuilder<unknown>) =>
  sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;

/** The id with which the next part ends; null: it is the last one. */
async function endOfPart(db: Kysely<Store>, after: string): Promise<string | null> {
  const row = await db
    .selectFrom('entities')
    .where('id', '>', after)
    .orderBy('id')
    .offset(PART - 1)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Adds up the pictures of the listed Entities of each Collective.
 * @param now milliseconds since the epoch
 * @returns by Collective; those without Entities are absent
 */
export async function sumCollectives(
  db: Kysely<Store>,
  now: number,
): Promise<Map<string, CollectiveSums>> {
  const found = new Map<string, CollectiveSums>();
  const conditions = summed(now);
  let after = '';
  for (;;) {
    const last = await endOfPart(db, after);
    let rows = db
      .selectFrom('memberships')
      .innerJoin('entities', 'entities.id', 'memberships.entity_id')
      .where('memberships.entity_id', '>', after)
      .where('entities.archived', '=', 0);
    if (last !== null) rows = rows.where('memberships.entity_id', '<=', last);
    const parts = await rows
      .groupBy('memberships.collective_id')
      .select((row) => [
        'memberships.collective_id as id',
        row.fn.min<number | null>('entities.sessions_at').as('sessionsAt'),
        ...NAMES.map((name) => counted(conditions[name]).as(name)),
      ])
      .execute();
    for (const { id, sessionsAt, ...part } of parts) {
      const sums = found.get(id) ?? noSums();
      for (const name of NAMES) sums[name] += Number(part[name]);
      sums.sessionsAt = Math.min(sums.sessionsAt, sessionsAt ?? Infinity);
      found.set(id, sums);
    }
    if (last === null) return found;
    after = last;
    await turn();
  }
}
