import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';

/** A Command of an Entity, by what was read of it last: as one that we follow, or in the list of all. */
export interface KnownCommand {
  entityId: string;
  id: string;
  type: string | null;
  verdict: string;
  /** When it takes effect; null: the Service does not say. */
  at: number | null;
  isOurs: boolean;
  /** When it was read like this. */
  readAt: number;
}

/** Statuses of Commands that a device has answered. */
const ANSWERED = ['acknowledged', 'verified', 'disproven'];
/** Statuses of Commands that can still trigger. */
const WAITING: ReadonlySet<string> = new Set(['pending', 'unrecognised']);

type Ids = readonly string[];

const OURS = ['entity_id', 'id', 'type', 'verdict', 'due_at', 'observed_at'] as const;
const LISTED = ['entity_id', 'id', 'type', 'verdict', 'trigger_at', 'known_at'] as const;

function ours(row: {
  entity_id: string;
  id: string;
  type: string | null;
  verdict: string;
  due_at: number;
  observed_at: number;
}): KnownCommand {
  const { entity_id: entityId, id, type, verdict } = row;
  return { entityId, id, type, verdict, at: row.due_at, isOurs: true, readAt: row.observed_at };
}

function listed(row: {
  entity_id: string;
  id: string;
  type: string | null;
  verdict: string;
  trigger_at: number | null;
  known_at: number;
}): KnownCommand {
  const { entity_id: entityId, id, type, verdict } = row;
  return { entityId, id, type, verdict, at: row.trigger_at, isOurs: false, readAt: row.known_at };
}

/** Our Commands by id: the list of the Service holds them too. */
async function oursAmong(db: Kysely<Store>, found: readonly KnownCommand[]) {
  if (found.length === 0) return new Map<string, KnownCommand>();
  const ids = [...new Set(found.map(({ id }) => id))];
  const rows = await db.selectFrom('commands').where('id', 'in', ids).select(OURS).execute();
  return new Map(rows.map((row) => [row.id, ours(row)]));
}

/** What is known of a Command by both: who sent it and when, and the status that was read last. */
function merged(listedOne: KnownCommand, ourOne: KnownCommand | undefined): KnownCommand {
  if (ourOne === undefined) return listedOne;
  return listedOne.readAt > ourOne.readAt
    ? { ...ourOne, verdict: listedOne.verdict, readAt: listedOne.readAt }
    : ourOne;
}

async function newestOurs(db: Kysely<Store>, ids: Ids, now: number): Promise<KnownCommand[]> {
  const newest = db
    .selectFrom('commands')
    .where('entity_id', 'in', ids)
    .where('due_at', '<=', now)
    .groupBy('entity_id')
    .select((row) => ['entity_id as newest_of', row.fn.max('due_at').as('newest_at')]);
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('commands', (join) =>
      join
        .onRef('commands.entity_id', '=', 'newest.newest_of')
        .onRef('commands.due_at', '=', 'newest.newest_at'),
    )
    .orderBy('commands.version')
    .select(OURS)
    .execute();
  return rows.map(ours);
}

async function newestListed(db: Kysely<Store>, ids: Ids, now: number): Promise<KnownCommand[]> {
  const newest = db
    .selectFrom('fleet_commands')
    .where('entity_id', 'in', ids)
    .where('trigger_at', '<=', now)
    .groupBy('entity_id')
    .select((row) => ['entity_id as newest_of', row.fn.max('trigger_at').as('newest_at')]);
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('fleet_commands', (join) =>
      join
        .onRef('fleet_commands.entity_id', '=', 'newest.newest_of')
        .onRef('fleet_commands.trigger_at', '=', 'newest.newest_at'),
    )
    .orderBy('fleet_commands.changed_at')
    .select(LISTED)
    .execute();
  const undated = await db
    .selectFrom('fleet_commands')
    .where('entity_id', 'in', ids)
    .where('trigger_at', 'is', null)
    .orderBy('changed_at')
    .select(LISTED)
    .execute();
  // Of those without a time only the last is taken, and only where there is no other.
  return [...undated, ...rows].map(listed);
}

/**
 * The newest due Command of each Entity, whoever sent it, with the status that was read last.
 * @param now milliseconds since the epoch
 */
export async function lastCommands(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, KnownCommand>> {
  const fromService = await newestListed(db, ids, now);
  const known = await oursAmong(db, fromService);
  const last = new Map<string, KnownCommand>();
  for (const command of fromService) {
    last.set(command.entityId, merged(command, known.get(command.id)));
  }
  for (const command of await newestOurs(db, ids, now)) {
    const other = last.get(command.entityId);
    if (other?.id === command.id) continue;
    if ((other?.at ?? -1) <= (command.at ?? 0)) last.set(command.entityId, command);
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
): Promise<Map<string, KnownCommand>> {
  const ahead = await db
    .selectFrom('commands')
    .where('entity_id', 'in', ids)
    .where('trigger_at', '>', now)
    .select(OURS)
    .execute();
  const listedAhead = await db
    .selectFrom('fleet_commands')
    .where('entity_id', 'in', ids)
    .where('trigger_at', '>', now)
    .select(LISTED)
    .execute();
  const byId = new Map(ahead.map((row) => [row.id, ours(row)]));
  for (const row of listedAhead) byId.set(row.id, merged(listed(row), byId.get(row.id)));
  const next = new Map<string, KnownCommand>();
  for (const command of byId.values()) {
    const other = next.get(command.entityId);
    const isSooner = other === undefined || (command.at ?? 0) < (other.at ?? 0);
    if (WAITING.has(command.verdict) && isSooner) next.set(command.entityId, command);
  }
  return next;
}

/**
 * When the last Command took effect that the device of each Entity has answered: it was there then, or later.
 * @param now milliseconds since the epoch
 */
export async function lastAnswers(
  db: Kysely<Store>,
  ids: Ids,
  now: number,
): Promise<Map<string, number>> {
  const sent = await db
    .selectFrom('commands')
    .where('entity_id', 'in', ids)
    .where('verdict', 'in', ANSWERED)
    .where('due_at', '<=', now)
    .groupBy('entity_id')
    .select((row) => ['entity_id', row.fn.max('due_at').as('at')])
    .execute();
  const all = await db
    .selectFrom('fleet_commands')
    .where('entity_id', 'in', ids)
    .where('verdict', 'in', ANSWERED)
    .where('trigger_at', '<=', now)
    .groupBy('entity_id')
    .select((row) => ['entity_id', row.fn.max('trigger_at').as('at')])
    .execute();
  const last = new Map<string, number>();
  for (const { entity_id: id, at } of [...sent, ...all]) {
    if (at !== null) last.set(id, Math.max(last.get(id) ?? 0, at));
  }
  return last;
}
