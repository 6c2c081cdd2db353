import type { Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import type { KnownCommand } from '../../../contract/console/fleet-entity.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { commandOf } from '../../dispatch/batches/command-rows.ts';

/** A Command with the instants by which it is ordered and compared, in milliseconds since the epoch. */
interface Found {
  id: string;
  command: Command;
  mine: boolean;
  /** When it triggers, or was sent; null: not known. */
  at: number | null;
  knownAt: number;
}

/** The Commands of these ids that this console sent, each with the id of its dispatch. */
export async function sentByUs(
  db: Kysely<Store>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('commands')
    .where('id', 'in', ids)
    .select(['id', 'dispatch_id'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.dispatch_id]));
}

/**
 * Puts Commands that the Service lists together with those that we sent. Of one that is in both, what
 * was seen later stands, and it is ours.
 */
export function together<F extends { id: string; knownAt: number; mine: boolean }>(
  listed: readonly F[],
  ours: readonly F[],
): F[] {
  const byId = new Map(listed.map((found) => [found.id, found]));
  for (const own of ours) {
    const other = byId.get(own.id);
    const newer = other !== undefined && other.knownAt > own.knownAt ? other : own;
    byId.set(own.id, { ...newer, mine: true });
  }
  return [...byId.values()];
}

/**
 * The newest Commands of an Entity by trigger time: those that the Service lists, and ours that it has
 * not listed yet.
 * @param limit how many at most
 */
export async function knownCommands(
  db: Kysely<Store>,
  entityId: string,
  limit: number,
): Promise<{ commands: KnownCommand[]; more: boolean }> {
  const rows = await db
    .selectFrom('fleet_commands')
    .where('entity_id', '=', entityId)
    .orderBy('trigger_at', (order) => order.desc().nullsLast())
    .limit(limit + 1)
    .select(['id', 'content', 'trigger_at', 'known_at'])
    .execute();
  const sent = await sentByUs(
    db,
    rows.map(({ id }) => id),
  );
  const own = await db
    .selectFrom('commands')
    .where('entity_id', '=', entityId)
    .orderBy('due_at', 'desc')
    .limit(limit + 1)
    .selectAll()
    .execute();
  const all = together<Found>(
    rows.map(({ id, content, trigger_at: at, known_at: knownAt }) => ({
      id,
      command: fromJson(Command, content),
      mine: sent.has(id),
      at,
      knownAt,
    })),
    own.map((row) => ({
      id: row.id,
      command: commandOf(row),
      mine: true,
      at: row.trigger_at ?? row.due_at,
      knownAt: row.observed_at,
    })),
  ).toSorted((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity));
  return {
    commands: all
      .slice(0, limit)
      .map(({ command, mine, knownAt }) => ({ command, mine, knownAt: isoInstant(knownAt) })),
    more: all.length > limit,
  };
}
