import { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { canCancel, isTerminal, verdictOf } from '../../../domain/command-status.ts';
import type { SweepRow } from '../../../store/schema/job-schema.ts';
import type { CommandRow } from '../../../store/schema/schema.ts';
import { readAnswer, type UpstreamClient } from '../../../bff/upstream/client.ts';
import type { ItemEnd } from './sweep-store.ts';

const ALREADY_CANCELED: ItemEnd = { state: 'canceled', message: 'It had already been canceled.' };

/** Whether a status is one of the specification's after Pending, so it can no longer be canceled. */
function hasLeftPending(status: string): boolean {
  return !canCancel(status) && verdictOf({ status, verification: null }) !== 'unrecognised';
}

/**
 * How an item ends without a request: since the sweep began, its Command was seen in a status that
 * cannot be canceled.
 * @returns null if canceling must be tried
 */
export function knownEnd(sweep: Pick<SweepRow, 'created_at'>, row: CommandRow): ItemEnd | null {
  if (row.observed_at < sweep.created_at || !hasLeftPending(row.status)) return null;
  if (row.status === 'Canceled') return ALREADY_CANCELED;
  return { state: 'too-late', message: `It was already ${row.status}.` };
}

/** Why the answer does not show what a cancellation did. `refused`: the Service said no. */
export interface Doubt {
  kind: 'refused' | 'lost';
  message: string;
}

/** The console stopped before it saw the answer. */
export const STOPPED_DOUBT: Doubt = {
  kind: 'lost',
  message: 'The console stopped before the answer was stored.',
};

function paramsOf(row: CommandRow) {
  return { params: { entityId: row.entity_id, commandId: row.id }, query: {} };
}

/** Sends the request that cancels a Command. @throws UpstreamFault */
export async function sendCancel(
  upstream: Pick<UpstreamClient, 'call'>,
  row: CommandRow,
): Promise<Command> {
  return readAnswer(Command, await upstream.call(ENDPOINTS.cancelCommand, paramsOf(row)));
}

/** Reads a Command. @throws UpstreamFault */
export async function readCommand(
  upstream: Pick<UpstreamClient, 'call'>,
  row: CommandRow,
  signal: AbortSignal,
): Promise<Command> {
  return readAnswer(Command, await upstream.call(ENDPOINTS.getCommand, paramsOf(row), signal));
}

/** How an item ends after a doubtful answer, by its Command's status read afterwards. */
export function endAfterReading(doubt: Doubt, status: string): ItemEnd {
  if (status === 'Canceled') {
    return doubt.kind === 'refused'
      ? ALREADY_CANCELED
      : { state: 'canceled', message: 'The answer was lost; seen as Canceled.' };
  }
  if (doubt.kind === 'refused') {
    return hasLeftPending(status)
      ? { state: 'too-late', message: `It was already ${status}.` }
      : { state: 'refused', message: doubt.message };
  }
  // A Command that ended otherwise can no longer be canceled by a request still in flight.
  if (isTerminal(status)) {
    return { state: 'too-late', message: `${doubt.message} Seen as ${status} afterwards.` };
  }
  return { state: 'unknown', message: `${doubt.message} Seen as ${status} afterwards.` };
}

/** How an item ends if its Command could not be read after a doubtful answer, and why. */
export function endWithoutReading(doubt: Doubt, reason: string): ItemEnd {
  return {
    state: doubt.kind === 'refused' ? 'refused' : 'unknown',
    message: `${doubt.message} Its status could not be read: ${reason}`,
  };
}
