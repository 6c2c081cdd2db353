import type { Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import type { Verdict } from '../../../domain/command-status.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { commandOf } from '../../dispatch/batches/command-rows.ts';
import { sentByUs, together } from './known-commands.ts';

/** The newest Command of an Entity that fits. Instants are milliseconds since the epoch. */
export interface LastCommand {
  id: string;
  entityId: string;
  verdict: string;
  /** As it was last read; parsed when it is asked for. */
  command: () => Command;
  /** Whether this console sent it. */
  mine: boolean;
  /** Of ours: the dispatch that it belongs to. */
  dispatchId: string | null;
  /** When it triggered, or was sent. */
  at: number;
  knownAt: number;
}

/** Which Commands count: those due at or before an instant. */
interface Look {
  /** Milliseconds since the epoch. */
  until: number;
  since?: number;
  types?: readonly string[];
  verdicts?: readonly Verdict[];
}

async function lastListed(db: Kysely<Store>, entityIds: readonly string[], look: Look) {
  const { types, verdicts, since } = look;
  let fitting = db
    .selectFrom('fleet_commands as fitting')
    .where('fitting.entity_id', 'in', entityIds)
    .where('fitting.trigger_at', '<=', look.until);
  if (since !== undefined) fitting = fitting.where('fitting.trigger_at', '>=', since);
  if (types !== undefined) fitting = fitting.where('fitting.type', 'in', types);
  if (verdicts !== undefined) fitting = fitting.where('fitting.verdict', 'in', verdicts);
  const rows = await db
    .selectFrom(
      fitting
        .groupBy('fitting.entity_id')
        .select((row) => ['fitting.entity_id', row.fn.max('fitting.trigger_at').as('at')])
        .as('latest'),
    )
    .innerJoin('fleet_commands', (join) =>
      join
        .onRef('fleet_commands.entity_id', '=', 'latest.entity_id')
        .onRef('fleet_commands.trigger_at', '=', 'latest.at'),
    )
    .$if(types !== undefined, (query) => query.where('fleet_commands.type', 'in', types ?? []))
    .$if(verdicts !== undefined, (query) =>
      query.where('fleet_commands.verdict', 'in', verdicts ?? []),
    )
    .select(['id', 'fleet_commands.entity_id', 'content', 'verdict', 'trigger_at', 'known_at'])
    .execute();
  const sent = await sentByUs(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row): LastCommand => ({
    id: row.id,
    entityId: row.entity_id,
    command: () => fromJson(Command, row.content),
    verdict: row.verdict,
    mine: sent.has(row.id),
    dispatchId: sent.get(row.id) ?? null,
    at: row.trigger_at ?? 0,
    knownAt: row.known_at,
  }));
}

async function lastOfOurs(db: Kysely<Store>, entityIds: readonly string[], look: Look) {
  const { types, verdicts, since } = look;
  let fitting = db
    .selectFrom('commands as fitting')
    .where('fitting.entity_id', 'in', entityIds)
    .where('fitting.due_at', '<=', look.until);
  if (since !== undefined) fitting = fitting.where('fitting.due_at', '>=', since);
  if (types !== undefined) fitting = fitting.where('fitting.type', 'in', types);
  if (verdicts !== undefined) fitting = fitting.where('fitting.verdict', 'in', verdicts);
  const rows = await db
    .selectFrom(
      fitting
        .groupBy('fitting.entity_id')
        .select((row) => ['fitting.entity_id', row.fn.max('fitting.due_at').as('at')])
        .as('latest'),
    )
    .innerJoin('commands', (join) =>
      join
        .onRef('commands.entity_id', '=', 'latest.entity_id')
        .onRef('commands.due_at', '=', 'latest.at'),
    )
    .$if(types !== undefined, (query) => query.where('commands.type', 'in', types ?? []))
    .$if(verdicts !== undefined, (query) => query.where('commands.verdict', 'in', verdicts ?? []))
    .selectAll('commands')
    .execute();
  return rows.map((row): LastCommand => ({
    id: row.id,
    entityId: row.entity_id,
    command: () => commandOf(row),
    verdict: row.verdict,
    mine: true,
    dispatchId: row.dispatch_id,
    at: row.due_at,
    knownAt: row.observed_at,
  }));
}

/**
 * The newest Command of each Entity that fits, whichever system sent it.
 * @param entityIds at most as many as fit into a statement
 * @returns by Entity; those without one are not in it
 */
export async function lastCommands(
  db: Kysely<Store>,
  entityIds: readonly string[],
  look: Look,
): Promise<Map<string, LastCommand>> {
  const all = together(
    await lastListed(db, entityIds, look),
    await lastOfOurs(db, entityIds, look),
  );
  const last = new Map<string, LastCommand>();
  for (const found of all) {
    const other = last.get(found.entityId);
    if (other === undefined || found.at > other.at) last.set(found.entityId, found);
  }
  return last;
}
