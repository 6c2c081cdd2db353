import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import { keptErrors } from '../../../domain/command-reason.ts';
import { verdictOf } from '../../../domain/command-status.ts';
import type { Clock } from '../../../lib/clock.ts';
import { toNullableJson } from '../../../store/json.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import { renewPictures } from '../../fleet/picture/renew-pictures.ts';
import { triggerColumns, triggerTimeOf } from '../batches/command-rows.ts';
import { openAgain } from '../unsettled.ts';
import { intervalAt, nextRecheckAt, GIVE_UP_MS, planAfterRead } from './read-plan.ts';

/** A Command as just read, and as stored before the request. */
export interface Seen {
  row: CommandRow;
  command: Command;
}

/** Stores observations of Commands. */
export interface Observer {
  /**
   * Stores the current state of Commands, in one transaction. A change of status, verification or error is a
   * separate row with the time of its observation; one of a settled Command is marked late.
   */
  store(seen: readonly Seen[]): Promise<void>;
  /** The same inside a transaction; the caller announces the change. */
  storeIn(trx: Kysely<Store>, seen: readonly Seen[]): Promise<void>;
  /**
   * Stores that a Command could not be read.
   * @param message the reason, safe to show
   * @param leastMs minimum time until the next read, in milliseconds
   */
  storeReadError(row: CommandRow, message: string, leastMs: number): Promise<void>;
  /** Stores a Command learned in another way, such as from the answer to canceling it. */
  learn(command: Command): Promise<void>;
}

/** Dependencies of the observer. */
export interface ObserverParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  /** How long to wait for a verification after a success without one, in milliseconds. */
  verificationWaitMs: number;
  /** Called after something was stored of Commands of these dispatches. */
  onChange(dispatchIds: readonly string[]): void;
}

/** Longest pause after failed reads, in milliseconds. */
const READ_ERROR_MAX_MS = 5 * 60_000;

/** @returns whether it was changed: the slower of two readers of the same Command stores nothing */
async function storeOne(
  trx: Kysely<Store>,
  { row, command }: Seen,
  at: { now: number; verificationWaitMs: number },
): Promise<boolean> {
  const { now } = at;
  const { verification, error } = keptErrors(command);
  const reported = {
    status: command.status,
    verification: toNullableJson(verification),
    error: toNullableJson(error),
  };
  const changed =
    reported.status !== row.status ||
    reported.verification !== row.verification ||
    reported.error !== row.error;
  const late = changed && row.settled === 1;
  const plan = planAfterRead(
    command,
    {
      dueAt: row.due_at,
      acknowledgedAt: row.acknowledged_at,
      intervalMs: row.poll_interval,
    },
    now,
    at.verificationWaitMs,
  );
  const trigger = triggerColumns(command.triggerTime ?? triggerTimeOf(row));
  const changedAt = changed ? now : row.changed_at;
  if (row.settled === 1 && !plan.settled) await openAgain(trx, row.dispatch_id);
  const written = await trx
    .updateTable('commands')
    .set({
      ...reported,
      ...trigger,
      value: command.value ?? row.value,
      observed_at: now,
      changed_at: changedAt,
      recheck_at: plan.settled ? nextRecheckAt(changedAt, now) : null,
      read_error: plan.message,
      settled: plan.settled ? 1 : 0,
      poll_interval: plan.intervalMs,
      next_poll_at: now + plan.intervalMs,
      changes: changed ? row.changes + 1 : row.changes,
      verdict: verdictOf({ ...command, unrequested: row.verdict === 'unrequested' }),
      late_change_at: late ? now : row.late_change_at,
      acknowledged_at: row.acknowledged_at ?? (command.status === 'Succeeded' ? now : null),
    })
    .where('key', '=', row.key)
    .where('id', '=', row.id)
    .where('changes', '=', row.changes)
    .executeTakeFirst();
  if (written.numUpdatedRows !== 1n) return false;
  if (!changed) return false;
  const { changed_at: seen_at, status, verification: before, error: said } = row;
  await trx
    .insertInto('command_changes')
    .values({
      command_key: row.key,
      sequence: row.changes - 1,
      seen_at,
      status,
      verification: before,
      error: said,
      late: row.late_change_at === seen_at ? 1 : 0,
    })
    .execute();
  return true;
}

/**
 * Stores the current state of Commands; see `Observer`.
 * @param at now, in milliseconds since the epoch, and how long a verification is awaited
 */
export async function storeSeen(
  trx: Kysely<Store>,
  seen: readonly Seen[],
  at: { now: number; verificationWaitMs: number },
): Promise<void> {
  const entities = new Set<string>();
  // In the order of their keys: two that store the same Commands must not wait for each other.
  for (const each of seen.toSorted((one, other) => one.row.key - other.row.key)) {
    if (await storeOne(trx, each, at)) entities.add(each.row.entity_id);
  }
  await renewPictures(trx, entities, at.now);
}

/** Creates the one writer of observations. */
export function createObserver(parts: ObserverParts): Observer {
  const { db, clock, verificationWaitMs } = parts;

  const storeIn = (trx: Kysely<Store>, seen: readonly Seen[]) =>
    storeSeen(trx, seen, { now: clock.now(), verificationWaitMs });

  const store = async (seen: readonly Seen[]) => {
    if (seen.length === 0) return;
    await db.transaction().execute(async (trx) => {
      await storeIn(trx, seen);
    });
    parts.onChange([...new Set(seen.map(({ row }) => row.dispatch_id))]);
  };

  return {
    store,
    storeIn,
    async storeReadError(row, message, leastMs) {
      const now = clock.now();
      const gaveUp = row.settled === 1 || now - row.due_at >= GIVE_UP_MS;
      const intervalMs = Math.min(
        Math.max(2 * row.poll_interval, intervalAt(now - row.due_at)),
        READ_ERROR_MAX_MS,
      );
      await db
        .updateTable('commands')
        .set({
          read_error: message,
          settled: gaveUp ? 1 : 0,
          recheck_at: gaveUp ? nextRecheckAt(row.changed_at, now) : null,
          poll_interval: intervalMs,
          next_poll_at: now + Math.max(intervalMs, leastMs),
        })
        .where('key', '=', row.key)
        .where('settled', '=', row.settled)
        .execute();
      parts.onChange([row.dispatch_id]);
    },
    async learn(command) {
      const rows = await db
        .selectFrom('sent_commands as commands')
        .where('id', '=', command.id)
        .where('entity_id', '=', command.entityId)
        .selectAll()
        .execute();
      await store(rows.map((row) => ({ row, command })));
    },
  };
}
