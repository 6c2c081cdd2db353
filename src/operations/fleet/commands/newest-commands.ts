import { sql, type Kysely, type RawBuilder } from 'kysely';
import { canStillTrigger, type Verdict } from '../../../domain/command-status.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { laterOf, type Reading } from './later-reading.ts';

/** A Command of an Entity as last read: as one of ours, or in the Service's list. */
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

interface Row extends Reading {
  id: string;
  entity_id: string;
  type: string | null;
  due_at: number | null;
  trigger_at: number | null;
  dispatch_id: string | null;
  /** Orders those with the same instant. */
  noted: number;
}

/** Both kinds of Commands with the same columns: those that we sent, and those that the Service lists. */
const KINDS = {
  ours: sql<Row>`(select id, entity_id, type, verdict, due_at, trigger_at, observed_at as known_at,
    observed_at as asked_at, dispatch_id, version as noted from commands)`,
  listed: sql<Row>`(select id, entity_id, type, verdict, trigger_at as due_at, trigger_at, known_at,
    asked_at, cast(null as text) as dispatch_id, changed_at as noted from fleet_commands)`,
};
type Kind = keyof typeof KINDS;

/** Commands of one kind. */
const each = (kind: Kind) => KINDS[kind].as('each');

/** The condition on types and statuses. */
function fits({ types, verdicts }: Partial<Look>): RawBuilder<boolean> {
  const ofType = types && sql`each.type in (${sql.join(types)})`;
  const ofVerdict = verdicts && sql`each.verdict in (${sql.join(verdicts)})`;
  return sql<boolean>`${ofType ?? sql`1 = 1`} and ${ofVerdict ?? sql`1 = 1`}`;
}

/** The instant of the newest one of each Entity. */
function newestTimes(db: Kysely<Store>, kind: Kind, ids: Ids, look: Look) {
  const { since = 0, until } = look;
  return db
    .selectFrom(each(kind))
    .where('each.entity_id', 'in', ids)
    .where('each.due_at', '<=', until)
    .where('each.due_at', '>=', since)
    .where(fits(look))
    .groupBy('each.entity_id')
    .select((row) => ['each.entity_id as newest_of', row.fn.max('each.due_at').as('newest_at')]);
}

function newestRows(db: Kysely<Store>, kind: Kind, ids: Ids, look: Look): Promise<Row[]> {
  return db
    .selectFrom(newestTimes(db, kind, ids, look).as('newest'))
    .innerJoin(each(kind), (join) =>
      join
        .onRef('each.entity_id', '=', 'newest.newest_of')
        .onRef('each.due_at', '=', 'newest.newest_at'),
    )
    .where(fits(look))
    .orderBy('each.noted')
    .selectAll('each')
    .execute();
}

/** Our Commands among these, and the Service's reading of each, by id. */
async function ofBothKinds(db: Kysely<Store>, found: readonly Row[]) {
  const ours = new Map<string, Row>();
  const listed = new Map<string, Row>();
  if (found.length === 0) return { ours, listed };
  const all = (kind: Kind) => db.selectFrom(each(kind)).selectAll('each');
  const ids = [...new Set(found.map(({ id }) => id))];
  for (const row of await all('ours').where('id', 'in', ids).execute()) ours.set(row.id, row);
  // As pairs: each is looked up by its key.
  const keys = sql.join(found.map((row) => sql`(${row.entity_id}, ${row.id})`));
  const pairs = sql<boolean>`(entity_id, id) in (values ${keys})`;
  for (const row of await all('listed').where(pairs).execute()) listed.set(row.id, row);
  return { ours, listed };
}

/** Merges both kinds: who sent a Command and when, and the status that was read last. */
async function merged(db: Kysely<Store>, found: readonly Row[]): Promise<NewestCommand[]> {
  const { ours, listed } = await ofBothKinds(db, found);
  return found.map((row) => {
    const own = ours.get(row.id) ?? row;
    const other = listed.get(row.id) ?? row;
    const { verdict, known_at: knownAt } = laterOf(own, other);
    return {
      id: row.id,
      entityId: row.entity_id,
      type: own.type,
      verdict,
      at: own.due_at,
      dispatchId: own.dispatch_id,
      knownAt,
    };
  });
}

/** For Entities without another, the last Command for which the Service gives no time. */
function undatedRows(db: Kysely<Store>, ids: Ids): Promise<Row[]> {
  return db
    .selectFrom(each('listed'))
    .where('entity_id', 'in', ids)
    .where('trigger_at', 'is', null)
    .orderBy('noted')
    .selectAll('each')
    .execute();
}

/**
 * The newest Command of each Entity that fits, whichever system sent it.
 * @param ids at most as many as fit into a statement
 * @returns by Entity; those without one are absent
 */
export async function newestCommands(
  db: Kysely<Store>,
  ids: Ids,
  look: Look,
): Promise<Map<string, NewestCommand>> {
  const newest = new Map<string, NewestCommand>();
  const rows = [
    ...(await newestRows(db, 'listed', ids, look)),
    ...(await newestRows(db, 'ours', ids, look)),
  ];
  for (const command of await merged(db, rows)) {
    const other = newest.get(command.entityId);
    if ((other?.at ?? 0) <= (command.at ?? 0)) newest.set(command.entityId, command);
  }
  return newest;
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
  for (const command of await merged(db, await undatedRows(db, without))) {
    last.set(command.entityId, command);
  }
  return last;
}

/**
 * The next Command of each Entity that can still trigger.
 * @param now milliseconds since the epoch
 */
export async function nextCommands(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, NewestCommand>> {
  const ahead = (kind: Kind) =>
    db
      .selectFrom(each(kind))
      .where('entity_id', 'in', ids)
      .where('trigger_at', '>', now)
      .selectAll('each')
      .execute();
  const next = new Map<string, NewestCommand>();
  for (const command of await merged(db, [...(await ahead('listed')), ...(await ahead('ours'))])) {
    const other = next.get(command.entityId);
    const isSooner = other === undefined || (command.at ?? 0) < (other.at ?? 0);
    if (canStillTrigger(command.verdict) && isSooner) next.set(command.entityId, command);
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
  const last = new Map<string, number>();
  for (const kind of ['ours', 'listed'] as const) {
    const rows = await newestTimes(db, kind, ids, { until: now, verdicts: ANSWERED }).execute();
    for (const { newest_of: id, newest_at: at } of rows) {
      if (at !== null) last.set(id, Math.max(last.get(id) ?? 0, at));
    }
  }
  return last;
}
