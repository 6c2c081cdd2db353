import { sql, type Kysely } from 'kysely';
import { canStillTrigger, type Verdict } from '../../../domain/command-status.ts';
import type { KnownCommandRow, Store } from '../../../store/schema/schema.ts';

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

/** Which Commands count: those due at or before an instant, in milliseconds since the epoch. */
interface Look {
  until: number;
  since?: number;
  types?: readonly string[];
  verdicts?: readonly Verdict[];
}

type Ids = readonly string[];

/** Statuses of Commands that a device has answered. */
const ANSWERED: readonly Verdict[] = ['acknowledged', 'verified', 'disproven'];

/** The columns of a Command among the newest. */
const NEWEST = [
  'known_commands.id',
  'known_commands.entity_id',
  'known_commands.type',
  'known_commands.verdict',
  'known_commands.due_at',
  'known_commands.dispatch_id',
  'known_commands.observed_at',
] as const;

/** A row with these as a Command among the newest. */
function newestOf(
  row: Pick<
    KnownCommandRow,
    'id' | 'entity_id' | 'type' | 'verdict' | 'due_at' | 'dispatch_id' | 'observed_at'
  >,
): NewestCommand {
  return {
    id: row.id,
    entityId: row.entity_id,
    type: row.type,
    verdict: row.verdict,
    at: row.due_at,
    dispatchId: row.dispatch_id,
    knownAt: row.observed_at,
  };
}

/** Commands of these Entities that fit. */
function fitting(db: Kysely<Store>, ids: Ids, { types, verdicts }: Partial<Look>) {
  let query = db.selectFrom('known_commands').where('known_commands.entity_id', 'in', ids);
  if (types !== undefined) query = query.where('known_commands.type', 'in', types);
  if (verdicts !== undefined) query = query.where('known_commands.verdict', 'in', verdicts);
  return query;
}

/** The instant of the newest one of each Entity. */
function newestTimes(db: Kysely<Store>, ids: Ids, look: Look) {
  const { since = 0, until } = look;
  return fitting(db, ids, look)
    .where('known_commands.due_at', '<=', until)
    .where('known_commands.due_at', '>=', since)
    .groupBy('known_commands.entity_id')
    .select((row) => [
      'known_commands.entity_id as newest_of',
      row.fn.max('known_commands.due_at').as('newest_at'),
    ]);
}

/**
 * The newest Command of each Entity that fits, whichever system sent it.
 * @param ids at most as many as fit into a statement
 * @returns by Entity; those without one are absent
 */
async function newestCommands(
  db: Kysely<Store>,
  ids: Ids,
  look: Look,
): Promise<Map<string, NewestCommand>> {
  const rows = await fitting(db, ids, look)
    .innerJoin(newestTimes(db, ids, look).as('newest'), (join) =>
      join
        .onRef('known_commands.entity_id', '=', 'newest.newest_of')
        .onRef('known_commands.due_at', '=', 'newest.newest_at'),
    )
    // Of several at once one of ours, and the one that changed last.
    .orderBy(sql`case when known_commands.dispatch_id is null then 0 else 1 end`)
    .orderBy('known_commands.changed_at')
    .select(NEWEST)
    .execute();
  return new Map(rows.map((row) => [row.entity_id, newestOf(row)]));
}

/**
 * The same without a condition; if no Command has a time, the last of those without one.
 * @param now milliseconds since the epoch
 */
export async function lastCommands(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, NewestCommand>> {
  const last = await newestCommands(db, ids, { until: now });
  const without = ids.filter((id) => !last.has(id));
  if (without.length === 0) return last;
  const undated = await fitting(db, without, {})
    .where('known_commands.due_at', 'is', null)
    .orderBy('known_commands.changed_at')
    .select(NEWEST)
    .execute();
  return new Map([...last, ...undated.map((row) => [row.entity_id, newestOf(row)] as const)]);
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
  const rows = await fitting(db, ids, {})
    .where('known_commands.due_at', '>', now)
    .orderBy('known_commands.due_at', 'desc')
    .select(NEWEST)
    .execute();
  const next = new Map<string, NextCommand>();
  for (const row of rows) {
    const isOpen = canStillTrigger(row.verdict);
    const planned = isOpen ? newestOf(row) : (next.get(row.entity_id)?.planned ?? null);
    next.set(row.entity_id, { planned, dueAt: row.due_at ?? now });
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
  const rows = await newestTimes(db, ids, { until: now, verdicts: ANSWERED }).execute();
  return new Map(
    rows.flatMap(({ newest_of: id, newest_at: at }) => (at === null ? [] : [[id, at]])),
  );
}
