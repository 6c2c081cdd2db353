import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import { keptErrors } from '../../../domain/command-reason.ts';
import { verdictOf } from '../../../domain/command-status.ts';
import { instantMs } from '../../../domain/instant.ts';
import { chunks } from '../../../store/chunks.ts';
import { insertRows } from '../../../store/insert-rows.ts';
import { toNullableJson } from '../../../store/json.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import { storeSeen, type Seen } from '../../dispatch/track/observe.ts';
import type { AnswerTimes } from '../reads/told-rows.ts';
import { stands } from './later-reading.ts';

const STATE = [
  'type',
  'value',
  'trigger_at',
  'trigger_time',
  'status',
  'verdict',
  'error',
  'verification',
  'due_at',
  'observed_at',
] as const satisfies (keyof CommandRow)[];
const COLUMNS = ['entity_id', 'id', ...STATE, 'changed_at'] as const;

/** What a change of is one: the instants follow from these. */
const SHOWN = ['type', 'value', 'trigger_time', 'status', 'error', 'verification'] as const;
const isSame = SHOWN.map((name) => `commands.${name} is not distinct from excluded.${name}`);

const OVER = `on conflict (id, entity_id) where id is not null do update set
  ${STATE.map((name) => `${name} = excluded.${name}`).join(', ')},
  changed_at = case when ${isSame.join(' and ')} then commands.changed_at else excluded.changed_at end`;

/** A Command of another system, as the Service lists it. */
function rowOfOther(entityId: string, command: Command, now: number) {
  const { error, verification } = keptErrors(command);
  const triggerAt = instantMs(command.triggerTime);
  return {
    entity_id: entityId,
    id: command.id,
    type: command.type,
    value: command.value,
    trigger_at: triggerAt,
    trigger_time: command.triggerTime,
    status: command.status,
    verdict: verdictOf(command),
    error: toNullableJson(error),
    verification: toNullableJson(verification),
    due_at: triggerAt,
    observed_at: now,
    changed_at: now,
  };
}

/** Stores what a list says of Commands of our dispatches. Only their own reads end the wait for a verification. */
async function storeOurs(trx: Kysely<Store>, seen: readonly Seen[], now: number) {
  const changed = seen.filter(({ row, command }) => {
    const { error, verification } = keptErrors(command);
    return (
      row.status !== command.status ||
      row.error !== toNullableJson(error) ||
      row.verification !== toNullableJson(verification)
    );
  });
  const same = seen.filter((each) => !changed.includes(each)).map(({ row }) => row.key);
  for (const part of chunks(same)) {
    await trx.updateTable('commands').where('key', 'in', part).set({ observed_at: now }).execute();
  }
  await storeSeen(trx, changed, { now, verificationWaitMs: Number.POSITIVE_INFINITY });
}

/** Rows of an Entity with these ids, by id. */
async function knownOf(trx: Kysely<Store>, entityId: string, ids: readonly string[]) {
  const others = await trx
    .selectFrom('known_commands')
    .where('entity_id', '=', entityId)
    .where('dispatch_id', 'is', null)
    .where('id', 'in', ids)
    .select(['id', 'verdict', 'observed_at'])
    .execute();
  const ours = await trx
    .selectFrom('sent_commands')
    .where('entity_id', '=', entityId)
    .where('id', 'in', ids)
    .selectAll()
    .execute();
  return {
    ours: new Map(ours.map((row) => [row.id, row])),
    all: new Map([...others, ...ours].map((row) => [row.id, row])),
  };
}

/**
 * Stores Commands of an Entity, whichever system sent them, but not over later reads; of a long error only as much
 * as is kept.
 */
export async function storeCommands(
  trx: Kysely<Store>,
  entityId: string,
  commands: readonly Command[],
  { askedAt, now }: AnswerTimes,
): Promise<void> {
  for (const part of chunks(commands)) {
    const { ours, all } = await knownOf(
      trx,
      entityId,
      part.map(({ id }) => id),
    );
    const later = part.filter((command) => {
      const known = all.get(command.id);
      const told = { verdict: verdictOf(command), asked_at: askedAt, known_at: now };
      return (
        known === undefined ||
        stands(told, { ...known, asked_at: null, known_at: known.observed_at })
      );
    });
    const seen = later.flatMap((command): Seen[] => {
      const row = ours.get(command.id);
      return row === undefined ? [] : [{ row, command }];
    });
    await storeOurs(trx, seen, now);
    const others = later.filter(({ id }) => !ours.has(id));
    await insertRows(
      trx,
      'commands',
      COLUMNS,
      others.map((command) => rowOfOther(entityId, command, now)),
      OVER,
    );
  }
}
