import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import { DispatchOutcome } from '../../../contract/console/batch.ts';
import {
  SENT_BY_ANOTHER,
  type KnownCommand,
  type OpenDispatch,
} from '../../../contract/console/fleet-entity.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { KnownCommandRow, Store } from '../../../store/schema/schema.ts';
import { itemsOf } from '../../dispatch/batches/batch-summary.ts';
import { commandOf } from '../../dispatch/batches/command-rows.ts';
import { ofOthers } from '../../dispatch/batches/others-commands.ts';
import { isOpenIntent } from '../../dispatch/resolve/read-resolution.ts';

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
): Promise<KnownCommand[]> {
  const rows = await db
    .selectFrom('known_commands')
    .leftJoin('intents', 'intents.id', 'known_commands.dispatch_id')
    .where('entity_id', '=', entityId)
    .orderBy('due_at', (order) => order.desc().nullsLast())
    .limit(limit)
    .selectAll('known_commands')
    .select('operator_name')
    .execute();
  const others = await db
    .selectFrom('commands')
    .where('entity_id', '=', entityId)
    .where(await ofOthers(db))
    .select('id')
    .execute();
  const ofAnother = new Set(others.map(({ id }) => id));
  const atOf = (row: KnownCommandRow) => row.trigger_at ?? row.due_at ?? Number.NEGATIVE_INFINITY;
  const newest = rows.toSorted((a, b) => atOf(b) - atOf(a));
  return newest.map((row) => ({
    command: commandOf(row),
    dispatchId: row.dispatch_id,
    sentBy: row.operator_name ?? (ofAnother.has(row.id) ? SENT_BY_ANOTHER : null),
    knownAt: isoInstant(row.observed_at),
  }));
}

/** Dispatches that may have reached an Entity, and of which no Command for it is known; newest first. */
export async function openDispatches(db: Kysely<Store>, entityId: string): Promise<OpenDispatch[]> {
  const intents = await db
    .selectFrom('intents')
    .innerJoin('commands', 'commands.dispatch_id', 'intents.id')
    .where('commands.entity_id', '=', entityId)
    .where('commands.id', 'is', null)
    .where((where) => where.or([where('outcome', '=', 'sending'), isOpenIntent]))
    .orderBy('created_at', 'desc')
    .selectAll('intents')
    .execute();
  return intents.map((intent) => ({
    dispatchId: intent.id,
    sentBy: intent.operator_name,
    items: itemsOf(intent),
    outcome: DispatchOutcome.parse(intent.outcome),
    createdAt: isoInstant(intent.created_at),
  }));
}
