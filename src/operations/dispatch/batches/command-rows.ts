import { keptErrors } from '../../../domain/command-reason.ts';
import type { Observation } from '../../../contract/console/batch.ts';
import { Verification, type Command } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { isSettled, verdictOf } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { fromNullableJson, toNullableJson } from '../../../store/json.ts';
import type { CommandChangeRow, CommandRow } from '../../../store/schema/schema.ts';
import {
  firstPollAt,
  FIRST_INTERVAL_MS,
  nextRecheckAt,
  awaitsVerification,
} from '../track/read-plan.ts';

/** A Command of a dispatch that has no row yet; that of its Entity may wait for it. */
export type NewCommand = Omit<CommandRow, 'key' | 'item' | 'member' | 'name' | 'entity_type'>;

/** The columns of a trigger time: the text only if it says more than the instant. */
export function triggerColumns(text: string | null) {
  const at = instantMs(text);
  return { trigger_at: at, trigger_time: at !== null && isoInstant(at) === text ? null : text };
}

/** The trigger time as the Service wrote it. */
export function triggerTimeOf(row: Pick<CommandRow, 'trigger_at' | 'trigger_time'>): string | null {
  return row.trigger_time ?? (row.trigger_at === null ? null : isoInstant(row.trigger_at));
}

/**
 * A Command at the start of tracking.
 * @param position its position in the batch
 * @param now milliseconds since the epoch
 * @param matched `check` if a check of the unknown outcome found it; null: the answer named it
 */
export function commandRow(
  intent: { dispatchId: string; kind: string },
  position: number,
  command: Command,
  now: number,
  matched: 'check' | null = null,
): NewCommand {
  const { error, verification } = keptErrors(command);
  // A Command for now is read at once: the Service's clock may be ahead of this machine's.
  const trigger = triggerColumns(command.triggerTime);
  const dueAt = intent.kind === 'now' ? null : trigger.trigger_at;
  const settled = isSettled(command) && !awaitsVerification(command);
  return {
    dispatch_id: intent.dispatchId,
    position,
    id: command.id,
    entity_id: command.entityId,
    type: command.type,
    value: command.value,
    ...trigger,
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
    matched,
    late_change_at: null,
    acknowledged_at: command.status === 'Succeeded' ? now : null,
    found_late_at: null,
    recheck_at: settled ? nextRecheckAt(now, now) : null,
  };
}

type CommandPart = Pick<
  CommandRow,
  | 'id'
  | 'entity_id'
  | 'type'
  | 'value'
  | 'trigger_at'
  | 'trigger_time'
  | 'status'
  | 'error'
  | 'verification'
>;

/** A Command of the store as last read, with its fields in the contract's order: a repeated answer is the same text. */
export function commandOf(row: CommandPart): Command {
  return {
    id: row.id,
    entityId: row.entity_id,
    status: row.status,
    triggerTime: triggerTimeOf(row),
    type: row.type,
    value: row.value,
    error: fromNullableJson(TitledError, row.error),
    verification: fromNullableJson(Verification, row.verification),
  };
}

type State = Pick<CommandChangeRow, 'seen_at' | 'status' | 'verification' | 'error' | 'late'>;

/** All states in which a Command was seen, in order. @param before those that were replaced */
export function observationsOf(before: readonly State[], command: CommandRow): Observation[] {
  const late = command.late_change_at === command.changed_at ? 1 : 0;
  const last = { ...command, seen_at: command.changed_at, late };
  return [...before, last].map((state, sequence) => ({
    sequence,
    seenAt: isoInstant(state.seen_at),
    status: state.status,
    verification: fromNullableJson(Verification, state.verification),
    error: fromNullableJson(TitledError, state.error),
    late: state.late === 1,
  }));
}
