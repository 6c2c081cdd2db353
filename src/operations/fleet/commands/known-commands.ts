import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import type { KnownCommand } from '../../../contract/console/fleet-entity.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { KnownCommandRow, Store } from '../../../store/schema/schema.ts';
import { commandOf } from '../../dispatch/batches/command-rows.ts';

/** A few Commands as last read, by id. */
export async function readCommands(
  db: Kysely<Store>,
  found: readonly { id: string; entityId: string }[],
): Promise<Map<string, Command>> {
  if (found.length === 0) return new Map();
  const ids = found.map(({ id }) => id);
  const rows = await db.selectFrom('known_commands').where('id', 'in', ids).selectAll().execute();
  return new Map(rows.map((row) => [row.id, commandOf(row)]));
}

/**
 * The newest Commands of an Entity by the time at which they take effect, or were sent.
 * @param limit maximum number
 */
export async function knownCommands(
  db: Kysely<Store>,
  entityId: string,
  limit: number,
): Promise<{ commands: KnownCommand[]; more: boolean }> {
  const rows = await db
    .selectFrom('known_commands')
    .where('entity_id', '=', entityId)
    .orderBy('due_at', (order) => order.desc().nullsLast())
    .limit(limit + 1)
    .selectAll()
    .execute();
  const atOf = (row: KnownCommandRow) => row.trigger_at ?? row.due_at ?? Number.NEGATIVE_INFINITY;
  const newest = rows.toSorted((a, b) => atOf(b) - atOf(a));
  return {
    commands: newest.slice(0, limit).map((row) => ({
      command: commandOf(row),
      mine: row.dispatch_id !== null,
      knownAt: isoInstant(row.observed_at),
    })),
    more: rows.length > limit,
  };
}
