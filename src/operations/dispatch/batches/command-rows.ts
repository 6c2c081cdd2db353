import type { Transaction } from 'kysely';
import { keptErrors } from '../../../domain/command-reason.ts';
import type { Observation } from '../../../contract/console/batch.ts';
import { Verification, type Command } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { isSettled, verdictOf } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { insertRows } from '../../../store/insert-rows.ts';
import { fromNullableJson, toNullableJson } from '../../../store/json.ts';
import type { CommandRow, ObservationRow, Store } from '../../../store/schema/schema.ts';
import { firstPollAt, FIRST_INTERVAL_MS, nextRecheckAt } from '../track/poll-interval.ts';
import { awaitsVerification } from '../track/verification-wait.ts';

/**
 * A Command at the start of tracking.
 * @param position its position in the batch
 * @param at now, in milliseconds since the epoch, and the version of the change
 * @param matched how a check tied it to the intent; null: the answer did
 */
export function commandRow(
  intent: { dispatchId: string; kind: string },
  position: number,
  command: Command,
  at: { now: number; version: number },
  matched: 'certain' | 'probable' | null = null,
): CommandRow {
  const { now, version } = at;
  const { error, verification } = keptErrors(command);
  // A Command for now is read at once: the Service's clock may be ahead of this machine's.
  const triggerAt = instantMs(command.triggerTime);
  const dueAt = intent.kind === 'now' ? null : triggerAt;
  const settled = isSettled(command) && !awaitsVerification(command);
  return {
    dispatch_id: intent.dispatchId,
    position,
    id: command.id,
    entity_id: command.entityId,
    type: command.type,
    value: command.value,
    trigger_time: command.triggerTime,
    status: command.status,
    error: toNullableJson(error),
    verification: toNullableJson(verification),
    observed_at: now,
    changed_at: now,
    read_error: null,
    settled: settled ? 1 : 0,
    due_at: Math.max(dueAt ?? now, now),
    poll_interval: FIRST_INTERVAL_MS,
    next_poll_at: firstPollAt(now, dueAt),
    changes: 1,
    verdict: verdictOf(command),
    version,
    recorded_version: version,
    trigger_at: triggerAt,
    matched,
    late_change_at: null,
    acknowledged_at: command.status === 'Succeeded' ? now : null,
    found_late_at: null,
    recheck_at: settled ? nextRecheckAt(now, now) : null,
  };
}

/** A Command of the ledger as last read. */
export function commandOf(row: CommandRow): Command {
  return {
    id: row.id,
    entityId: row.entity_id,
    type: row.type,
    value: row.value,
    triggerTime: row.trigger_time,
    status: row.status,
    error: fromNullableJson(TitledError, row.error),
    verification: fromNullableJson(Verification, row.verification),
  };
}

/** A stored observation as returned. */
export function observationOf(row: ObservationRow): Observation {
  return {
    sequence: row.sequence,
    seenAt: isoInstant(row.seen_at),
    status: row.status,
    verification: fromNullableJson(Verification, row.verification),
    error: fromNullableJson(TitledError, row.error),
    late: row.late === 1,
  };
}

const COMMAND_COLUMNS = [
  'dispatch_id',
  'position',
  'id',
  'entity_id',
  'type',
  'value',
  'trigger_time',
  'status',
  'error',
  'verification',
  'observed_at',
  'changed_at',
  'read_error',
  'settled',
  'due_at',
  'poll_interval',
  'next_poll_at',
  'changes',
  'verdict',
  'version',
  'recorded_version',
  'trigger_at',
  'matched',
  'late_change_at',
  'acknowledged_at',
  'found_late_at',
  'recheck_at',
] as const satisfies (keyof CommandRow)[];

const OBSERVATION_COLUMNS = [
  'dispatch_id',
  'position',
  'sequence',
  'seen_at',
  'status',
  'verification',
  'error',
  'late',
] as const;

/** Stores Commands of an intent, each with its first observation. */
export async function insertCommands(
  trx: Transaction<Store>,
  rows: readonly CommandRow[],
): Promise<void> {
  await insertRows(trx, 'commands', COMMAND_COLUMNS, rows);
  const first = rows.map((row) => ({ ...row, sequence: 0, seen_at: row.observed_at, late: 0 }));
  await insertRows(trx, 'command_observations', OBSERVATION_COLUMNS, first);
}
