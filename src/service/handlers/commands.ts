import { Verification, type Command } from '../../contract/command.ts';
import { TitledError } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { canCancel, isTerminal } from '../../domain/command-status.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Call, Handler } from '../call.ts';
import { ServiceFailure } from '../errors.ts';
import { entityFor } from '../store/access.ts';
import { standsAfter, framedRequest } from '../store/page-query.ts';
import type { Store } from '../store/store.ts';
import { isKnown, isTakenBack } from './command-reads.ts';

/** The columns of a Command in an answer. */
export const COMMAND_COLUMNS = [
  'id',
  'entity_id',
  'status',
  'trigger_ms',
  'type',
  'value',
  'error',
  'verification',
] as const;

function fromJson<S extends z.ZodType>(schema: S) {
  return z.union([z.null(), z.string().transform((text) => schema.parse(JSON.parse(text)))]);
}
const StoredError = fromJson(TitledError);
const StoredVerification = fromJson(Verification);

interface Row {
  id: string;
  entity_id: string;
  status: string;
  trigger_ms: number;
  type: string;
  value: string | null;
  error: string | null;
  verification: string | null;
}

/** A stored Command in an answer. Spec, "Command". */
export function shownCommand(row: Row): Command {
  return {
    id: row.id,
    entityId: row.entity_id,
    status: row.status,
    triggerTime: isoInstant(row.trigger_ms),
    type: row.type,
    value: row.value,
    error: StoredError.parse(row.error),
    verification: StoredVerification.parse(row.verification),
  };
}

/** A Command as a read reports it: with a hidden final state it is Sent, and not verified. */
function reportedCommand(row: Row & { is_taken_back: number }): Command {
  const command = shownCommand(row);
  if (row.is_taken_back === 0 || !isTerminal(command.status)) return command;
  return { ...command, status: 'Sent', error: null, verification: null };
}

/** Commands as a read reports them. */
function readsOf(call: Call<'listCommands'> | Call<'getCommand'>) {
  return call.parts.store
    .selectFrom('command')
    .select(COMMAND_COLUMNS)
    .select(isTakenBack(call.lies).as('is_taken_back'))
    .where('entity_id', '=', call.params.entityId)
    .where(isKnown(call.lies, call.nowMs));
}

/** Commands of an Entity by trigger time, then id. Spec, "Commands". */
export const listCommands: Handler<'listCommands'> = async (call) => {
  const { store, pager } = call.parts;
  const { entityId } = call.params;
  await entityFor(store, call.caller, entityId);
  const { list, request, fromMs, beforeMs } = framedRequest(call);
  const rows = await readsOf(call)
    .where('trigger_ms', '>=', fromMs)
    .where('trigger_ms', '<', beforeMs)
    .where(standsAfter(['trigger_ms', 'id'], request.after))
    .orderBy('trigger_ms')
    .orderBy('id')
    .limit(request.size + 1)
    .execute();
  return pager.page(list, request, rows, (row) => [row.trigger_ms, row.id], reportedCommand);
};

function noCommand(commandId: string): ServiceFailure {
  return new ServiceFailure('notFound', `The Entity has no Command with the id ${commandId}.`);
}

async function commandOf(store: Store, entityId: string, commandId: string): Promise<Row> {
  const row = await store
    .selectFrom('command')
    .select(COMMAND_COLUMNS)
    .where('entity_id', '=', entityId)
    .where('id', '=', commandId)
    .executeTakeFirst();
  if (row === undefined) throw noCommand(commandId);
  return row;
}

/** One Command. Spec, "Commands". */
export const getCommand: Handler<'getCommand'> = async (call) => {
  const { entityId, commandId } = call.params;
  await entityFor(call.parts.store, call.caller, entityId);
  const row = await readsOf(call).where('id', '=', commandId).executeTakeFirst();
  if (row === undefined) throw noCommand(commandId);
  return reportedCommand(row);
};

/** Cancels a Command; only a Pending one can be. Spec, "States and transitions". */
export const cancelCommand: Handler<'cancelCommand'> = (call) =>
  call.parts.store.transaction().execute(async (trx) => {
    await entityFor(trx, call.caller, call.params.entityId);
    const row = await commandOf(trx, call.params.entityId, call.params.commandId);
    if (!canCancel(row.status)) {
      throw new ServiceFailure(
        'conflict',
        `Only a Pending Command can be canceled; this one is ${row.status}.`,
      );
    }
    await trx
      .updateTable('command')
      .set({ status: 'Canceled', due_ms: null })
      .where('id', '=', row.id)
      .execute();
    return shownCommand({ ...row, status: 'Canceled' });
  });
