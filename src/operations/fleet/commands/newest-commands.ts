import { sql, type Kysely } from 'kysely';
import { canStillTrigger, type Verdict } from '../../../domain/command-status.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** A Command of an Entity as last read. */
export interface NewestCommand {
  id: string;
  entityId: string;
  type: string | null;
  verdict: string;
  /** When it takes effect, or was sent, in milliseconds since the epoch; null: the Service does not say. */
  at: number | null;
  /** The dispatch of this console that it belongs to; null: another system sent it. */
  dispatchId: string | null;
  /** When it was read like this, in milliseconds since the epoch. */
  knownAt: number;
}

type Ids = readonly string[];

/** Statuses of Commands that a device has answered. */
const ANSWERED: readonly Verdict[] = ['acknowledged', 'verified', 'disproven'];

/** The Commands of Entities, as far as they are shown. */
function commandsOf(db: Kysely<Store>, ids: Ids) {
  return db
    .selectFrom('known_commands')
    .where('entity_id', 'in', ids)
    .select([
      'id',
      'entity_id as entityId',
      'type',
      'verdict',
      'due_at as at',
      'dispatch_id as dispatchId',
      'observed_at as knownAt',
    ]);
}

/** When the newest Command of each Entity took effect. @param verdicts only Commands with these */
function newestTimes(db: Kysely<Store>, ids: Ids, now: number, verdicts?: readonly Verdict[]) {
  return db
    .selectFrom('known_commands')
    .where('entity_id', 'in', ids)
    .where('due_at', '<=', now)
    .$if(verdicts !== undefined, (rows) => rows.where('verdict', 'in', verdicts ?? []))
    .groupBy('entity_id')
    .select((row) => ['entity_id as newest_of', row.fn.max('due_at').as('newest_at')]);
}

/**
 * The newest Command of each Entity that has taken effect, whichever system sent it; if none has a time, the last of
 * those without one.
 * @param ids at most as many as fit into a statement
 * @param now milliseconds since the epoch
 * @returns by Entity; those without one are absent
 */
export async function lastCommands(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, NewestCommand>> {
  const rows = await commandsOf(db, ids)
    .innerJoin(newestTimes(db, ids, now).as('newest'), (join) =>
      join.onRef('entity_id', '=', 'newest_of').onRef('due_at', '=', 'newest_at'),
    )
    // Of several at once one of ours, and the one that changed last.
    .orderBy(sql`case when dispatch_id is null then 0 else 1 end`)
    .orderBy('changed_at')
    .execute();
  const last = new Map(rows.map((row) => [row.entityId, row]));
  const without = ids.filter((id) => !last.has(id));
  if (without.length === 0) return last;
  const undated = commandsOf(db, without).where('due_at', 'is', null).orderBy('changed_at');
  for (const row of await undated.execute()) last.set(row.entityId, row);
  return last;
}

/** What is to come of an Entity. */
export interface NextCommand {
  /** The next Command that can still trigger, or null. */
  planned: NewestCommand | null;
  /** When the next Command of any status is due, which is the last one then; in milliseconds since the epoch. */
  dueAt: number;
}

/**
 * The Commands of each Entity that are not due yet.
 * @param now milliseconds since the epoch
 * @returns by Entity; those without one are absent
 */
export async function nextCommands(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, NextCommand>> {
  const rows = await commandsOf(db, ids)
    .where('due_at', '>', now)
    .orderBy('due_at', 'desc')
    .execute();
  const next = new Map<string, NextCommand>();
  for (const row of rows) {
    const planned = canStillTrigger(row.verdict) ? row : (next.get(row.entityId)?.planned ?? null);
    next.set(row.entityId, { planned, dueAt: row.at ?? now });
  }
  return next;
}

/**
 * When the last Command took effect that each Entity's device answered: it was reachable then, or later.
 * @param now milliseconds since the epoch
 */
export async function lastAnswers(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, number>> {
  const rows = await newestTimes(db, ids, now, ANSWERED).execute();
  return new Map(
    rows.flatMap(({ newest_of: id, newest_at: at }) => (at === null ? [] : [[id, at]])),
  );
}
