import type { Kysely } from 'kysely';
import type { Command } from '../../contract/command.ts';
import { isSettled, verdictOf } from '../../domain/command-status.ts';
import { instantMs } from '../../domain/instant.ts';
import { toNullableJson } from '../store/json.ts';
import type { CommandRow, Store } from '../store/schema.ts';
import { nextVersion } from '../store/version.ts';
import { GIVE_UP_MS, intervalAt } from './poll-plan.ts';

/**
 * Stores what a Command looks like now. A change of status, verification or error is a row of its own,
 * with the time at which it was seen.
 * @param row the Command as last stored
 * @param now milliseconds since the epoch
 */
export async function storeObservation(
  db: Kysely<Store>,
  row: CommandRow,
  command: Command,
  now: number,
): Promise<void> {
  const seen = {
    status: command.status,
    verification: toNullableJson(command.verification),
    error: toNullableJson(command.error),
  };
  const changed =
    seen.status !== row.status ||
    seen.verification !== row.verification ||
    seen.error !== row.error;
  const settled = isSettled(command);
  const gaveUp = !settled && now - row.due_at >= GIVE_UP_MS;
  const interval = intervalAt(now - row.due_at);
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    // The count guards against two readers of the same Command: the slower one stores nothing.
    const written = await trx
      .updateTable('commands')
      .set({
        ...seen,
        value: command.value ?? row.value,
        trigger_time: command.triggerTime ?? row.trigger_time,
        observed_at: now,
        changed_at: changed ? now : row.changed_at,
        read_error: gaveUp ? gaveUpWords(command) : null,
        settled: settled || gaveUp ? 1 : 0,
        poll_interval: interval,
        next_poll_at: now + interval,
        changes: changed ? row.changes + 1 : row.changes,
        verdict: verdictOf(command),
        version,
        trigger_at: instantMs(command.triggerTime) ?? row.trigger_at,
        acknowledged_at: row.acknowledged_at ?? (command.status === 'Succeeded' ? now : null),
      })
      .where('intent_id', '=', row.intent_id)
      .where('position', '=', row.position)
      .where('changes', '=', row.changes)
      .executeTakeFirst();
    if (written.numUpdatedRows !== 1n) return;
    await trx.updateTable('intents').set({ version }).where('id', '=', row.intent_id).execute();
    if (!changed) return;
    await trx
      .insertInto('command_observations')
      .values({
        intent_id: row.intent_id,
        position: row.position,
        sequence: row.changes,
        seen_at: now,
        ...seen,
        late: row.settled,
      })
      .execute();
  });
}

function gaveUpWords(command: Command): string {
  const hours = GIVE_UP_MS / 3_600_000;
  const what = command.status === 'Succeeded' ? 'unverified' : command.status;
  return `Still ${what} after ${hours} h; the console stopped reading this Command.`;
}

/**
 * Stores that a Command could not be read.
 * @param words why, fit to be shown
 */
export async function storeReadError(
  db: Kysely<Store>,
  row: CommandRow,
  words: string,
  now: number,
): Promise<void> {
  const gaveUp = now - row.due_at >= GIVE_UP_MS;
  const interval = Math.max(2 * row.poll_interval, intervalAt(now - row.due_at));
  const bounded = Math.min(interval, READ_ERROR_MAX_MS);
  await db
    .updateTable('commands')
    .set({
      read_error: words,
      settled: gaveUp ? 1 : 0,
      poll_interval: bounded,
      next_poll_at: now + bounded,
    })
    .where('intent_id', '=', row.intent_id)
    .where('position', '=', row.position)
    .where('settled', '=', 0)
    .execute();
}

/** Longest pause after reads that failed, in milliseconds. */
const READ_ERROR_MAX_MS = 5 * 60_000;

/** Stores a Command that was learned otherwise, such as from the answer to cancelling it. */
export async function observeCommand(
  db: Kysely<Store>,
  command: Command,
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('commands')
    .where('id', '=', command.id)
    .where('entity_id', '=', command.entityId)
    .selectAll()
    .execute();
  for (const row of rows) await storeObservation(db, row, command, now);
}
