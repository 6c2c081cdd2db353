import type { Kysely } from 'kysely';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import { Command } from '../../../contract/command.ts';
import type { JobDoubt, JobItemState } from '../../../contract/console/job.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { canCancel, isTerminal, verdictOf } from '../../../domain/command-status.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import type { Observer } from '../../dispatch/track/observe.ts';
import type { ItemEnd } from '../job-store.ts';
import type { Steps, Work } from './steps.ts';

/** Whether a status is one of the specification's after Pending, so it can no longer be canceled. */
function hasLeftPending(status: string): boolean {
  return !canCancel(status) && verdictOf({ status, verification: null }) !== 'unrecognised';
}

/** How an item ends after a doubtful answer, by its Command's status read afterwards. */
function stateAfter(doubt: JobDoubt, status: string): ItemEnd['state'] {
  if (status === 'Canceled') return 'done';
  if (doubt.code === 'refused') return hasLeftPending(status) ? 'too-late' : 'refused';
  // A Command that ended otherwise can no longer be canceled by a request still in flight.
  return isTerminal(status) ? 'too-late' : 'unknown';
}

/** Cancels one Command of a batch. */
export async function cancelSteps(
  parts: {
    db: Kysely<Store>;
    upstream: Pick<UpstreamClient, 'call'>;
    observer: Pick<Observer, 'storeIn'>;
  },
  { job, item }: Work,
): Promise<Steps> {
  const { db, upstream, observer } = parts;
  const row: CommandRow = await db
    .selectFrom('sent_commands')
    .where('dispatch_id', '=', job.dispatch_id ?? '')
    .where('entity_id', '=', item.entity_id)
    .where('id', '=', item.command_id ?? '')
    .orderBy('position')
    .selectAll()
    .executeTakeFirstOrThrow();
  const input = { params: { entityId: row.entity_id, commandId: row.id }, query: {} };
  const seenAs = (command: Command): Pick<ItemEnd, 'seen'> => ({
    seen: (trx) => observer.storeIn(trx, [{ row, command }]),
  });

  return {
    readsRefusals: true,
    /** A Command that was seen past Pending since the job began needs no request. */
    async prepare() {
      const { status } = row;
      if (row.observed_at < job.created_at || !hasLeftPending(status)) return { before: null };
      const state: JobItemState = status === 'Canceled' ? 'done' : 'too-late';
      return { end: { state, note: { code: 'not-sent', seen: { code: 'command', status } } } };
    },
    async send() {
      const command = readAnswer(Command, await upstream.call(ENDPOINTS.cancelCommand, input));
      const { status } = command;
      if (status === 'Canceled') return { state: 'done', note: null, ...seenAs(command) };
      return { doubt: { code: 'answered', found: { code: 'command', status } } };
    },
    async settle(doubt, tools) {
      const read = await tools.read(async (signal) =>
        readAnswer(Command, await upstream.call(ENDPOINTS.getCommand, input, signal)),
      );
      if ('failed' in read) {
        const seen = { code: 'unread', reason: read.failed } as const;
        const state = doubt.code === 'refused' ? 'refused' : 'unknown';
        return { state, note: { code: 'checked', doubt, seen } };
      }
      const { status } = read.value;
      const seen = { code: 'command', status } as const;
      const note = { code: 'checked', doubt, seen } as const;
      return { state: stateAfter(doubt, status), note, ...seenAs(read.value) };
    },
  };
}
