import { sql, type Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import type { KnownCommand } from '../../../contract/console/fleet-entity.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fromJson } from '../../../store/json.ts';
import type { FleetCommandRow } from '../../../store/schema/fleet-schema.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import { commandOf } from '../../dispatch/batches/command-rows.ts';
import { laterOf, type Reading } from './later-reading.ts';

/** A Command with the instants by which it is ordered and compared, in milliseconds since the epoch. */
interface Found extends Reading {
  id: string;
  command: Command;
  mine: boolean;
  /** When it triggers, or was sent; null: not known. */
  at: number | null;
}

const LISTED = ['id', 'content', 'trigger_at', 'verdict', 'asked_at', 'known_at'] as const;
type Listed = Pick<FleetCommandRow, (typeof LISTED)[number]>;

/**
 * Combines the Commands that the Service lists with those that we sent. One in both is ours.
 */
function together(listed: readonly Listed[], ours: readonly CommandRow[]): Map<string, Found> {
  const byId = new Map(
    listed.map(({ content, trigger_at: at, ...row }): [string, Found] => [
      row.id,
      { ...row, command: fromJson(Command, content), mine: false, at },
    ]),
  );
  for (const row of ours) {
    const { id, verdict, observed_at: known_at } = row;
    const other = byId.get(id);
    const at = row.trigger_at ?? row.due_at;
    const command = commandOf(row);
    const own: Found = { id, command, mine: true, at, verdict, asked_at: null, known_at };
    byId.set(id, other === undefined ? own : laterOf(own, { ...other, mine: true }));
  }
  return byId;
}

function oursOf(db: Kysely<Store>, ids: readonly string[]) {
  return db.selectFrom('commands').where('id', 'in', ids).selectAll().execute();
}

/** A few Commands as last read, by id. */
export async function readCommands(
  db: Kysely<Store>,
  found: readonly { id: string; entityId: string }[],
): Promise<Map<string, Command>> {
  if (found.length === 0) return new Map();
  const ids = found.map(({ id }) => id);
  const keys = sql.join(found.map(({ id, entityId }) => sql`(${entityId}, ${id})`));
  const listed = await db
    .selectFrom('fleet_commands')
    .where(sql<boolean>`(entity_id, id) in (values ${keys})`)
    .select(LISTED)
    .execute();
  const all = together(listed, await oursOf(db, ids));
  return new Map([...all.values()].map(({ id, command }) => [id, command]));
}

/**
 * The newest Commands of an Entity by trigger time: those that the Service lists, and ours that it has
 * not listed yet.
 * @param limit maximum number
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
    .select(LISTED)
    .execute();
  const own = await db
    .selectFrom('commands')
    .where('entity_id', '=', entityId)
    .orderBy('due_at', 'desc')
    .limit(limit + 1)
    .selectAll()
    .execute();
  const newest = new Set(own.map(({ id }) => id));
  const others = rows.flatMap(({ id }) => (newest.has(id) ? [] : id));
  const sent = others.length === 0 ? [] : await oursOf(db, others);
  const all = [...together(rows, [...own, ...sent]).values()].toSorted(
    (a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity),
  );
  return {
    commands: all
      .slice(0, limit)
      .map(({ command, mine, known_at: at }) => ({ command, mine, knownAt: isoInstant(at) })),
    more: all.length > limit,
  };
}
