import { sql, type Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import type { KnownCommand } from '../../../contract/console/fleet-entity.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fromJson } from '../../../store/json.ts';
import type { FleetCommandRow } from '../../../store/schema/fleet-schema.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
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

type Listed = Pick<FleetCommandRow, 'id' | 'content' | 'trigger_at' | 'known_at'>;

const LISTED = ['id', 'content', 'trigger_at', 'known_at'] as const;

/**
 * Puts Commands that the Service lists together with those that we sent. Of one that is in both, what
 * was seen later stands, and it is ours.
 */
function together(listed: readonly Listed[], ours: readonly CommandRow[]): Map<string, Found> {
  const byId = new Map(
    listed.map((row): [string, Found] => [
      row.id,
      {
        id: row.id,
        command: fromJson(Command, row.content),
        mine: false,
        at: row.trigger_at,
        knownAt: row.known_at,
      },
    ]),
  );
  for (const row of ours) {
    const { id, observed_at: knownAt } = row;
    const other = byId.get(id);
    const at = row.trigger_at ?? row.due_at;
    const own = { id, command: commandOf(row), mine: true, at, knownAt };
    byId.set(id, other === undefined || knownAt >= other.knownAt ? own : { ...other, mine: true });
  }
  return byId;
}

function oursOf(db: Kysely<Store>, ids: readonly string[]) {
  return db.selectFrom('commands').where('id', 'in', ids).selectAll().execute();
}

/** A few Commands as they were read last, by id. */
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
      .map(({ command, mine, knownAt }) => ({ command, mine, knownAt: isoInstant(knownAt) })),
    more: all.length > limit,
  };
}
