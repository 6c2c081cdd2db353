import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { DispatchAnswer } from '../../contract/console/approval.ts';
import type { ScheduleRow } from '../../contract/console/dispatch.ts';
import type { GuardReport } from '../../contract/console/guard.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { PROBLEM_CODES } from '../../contract/console/problem.ts';
import {
  IDEMPOTENCY_HEADER,
  OVERRIDE_HEADER,
  PREVIOUS_HEADER,
  REASON_HEADER,
} from '../../contract/console/headers.ts';
import { ApiError, call } from './client.ts';
import { withPassword } from './confirm-identity.ts';
import { invalidateTopics } from './stale.ts';

/** Commands for all Entities of a Collective, sent once. */
export interface Dispatch {
  /** Identifies the intent; the same key never sends twice. It is also the id of the batch page. */
  dispatchId: string;
  collectiveId: string;
  kind: 'now' | 'schedule';
  /** One without a trigger time for now, or one per planned Command. */
  items: readonly ScheduleRow[];
  ignoreCooldown: boolean;
  /** The operator's note, or an empty string. */
  reason: string;
  /** The digest of the warnings that are overridden with the reason, or null. */
  override: string | null;
  /** The batch that is repeated on purpose, or null. */
  previousId: string | null;
}

const SEND = { ...ENDPOINTS.sendCommand, answer: DispatchAnswer } as const;
const SCHEDULE = { ...ENDPOINTS.scheduleCommands, answer: DispatchAnswer } as const;

function headersOf(dispatch: Dispatch): Record<string, string> {
  const reason = dispatch.reason.trim();
  return {
    [IDEMPOTENCY_HEADER]: dispatch.dispatchId,
    ...(reason === '' ? {} : { [REASON_HEADER]: encodeURIComponent(reason) }),
    ...(dispatch.override === null ? {} : { [OVERRIDE_HEADER]: dispatch.override }),
    ...(dispatch.previousId === null ? {} : { [PREVIOUS_HEADER]: dispatch.previousId }),
  };
}

/**
 * Sends a dispatch once, without retries; the server answers a repeated call with the same intent id with the
 * outcome of the first.
 * @throws ApiError
 */
export function sendDispatch(dispatch: Dispatch): Promise<DispatchAnswer> {
  const params = { collectiveId: dispatch.collectiveId };
  const query = dispatch.ignoreCooldown ? { ignoreCooldown: true } : {};
  const headers = headersOf(dispatch);
  if (dispatch.kind === 'schedule') {
    const body = [...dispatch.items];
    return withPassword(() => call(SCHEDULE, { params, query, body, headers }));
  }
  const { type, value } = dispatch.items[0] ?? { type: null, value: null };
  const body = { type, value };
  return withPassword(() => call(SEND, { params, query, body, headers }));
}

/** Sends a dispatch. A failed one may have a batch too, so batches are read again either way. */
export function sendDispatchMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: sendDispatch,
    onSettled: (_answer, error) => {
      if (error !== null && sendFailure(error) !== 'see-batch') return;
      void invalidateTopics(client, ['batch', 'batches', 'commands']);
    },
  });
}

/** What a failed send means for the intent. */
export type SendFailure =
  /** It may have been sent: its batch page shows the outcome. */
  | 'see-batch'
  /** No answer came; the same key can safely be sent again. */
  | 'unanswered'
  /** It was rejected before the server looked up the key, which is unchanged. */
  | 'not-tried'
  /** Its answer under this key is final; a retry needs a new intent. */
  | 'new-intent';

/** Problem codes whose outcome is on the batch page. */
const SEE_BATCH = new Set(['outcome_unknown', 'dispatch_in_flight', 'not_approved']);

/** Problem codes from before the key is looked up, so they say nothing about an earlier attempt. */
const NOT_TRIED = new Set([
  'not_signed_in',
  'another_operator',
  'forbidden',
  'cross_site',
  'invalid_request',
  // The guard looks for an earlier attempt first, and stores nothing of what it rejects.
  'dispatch_guarded',
  'store_unavailable',
  'stopping',
]);

/** Reads what a failed send means. If in doubt, it may have been sent. */
export function sendFailure(thrown: unknown): SendFailure {
  if (!(thrown instanceof ApiError)) return 'unanswered';
  const { kind, status, problem } = thrown;
  if (kind === 'unreadable' && status !== null && status < 300) return 'see-batch';
  if (problem === null) return 'unanswered';
  const { code, source } = problem;
  if (SEE_BATCH.has(code)) return 'see-batch';
  if (NOT_TRIED.has(code) && source === 'console') return 'not-tried';
  if (code === 'internal') return 'unanswered';
  return PROBLEM_CODES.some((known) => known === code) ? 'new-intent' : 'unanswered';
}

/** The guard's findings if it rejected a dispatch, else null. */
export function guardedBy(thrown: unknown): GuardReport | null {
  return thrown instanceof ApiError ? (thrown.problem?.guard ?? null) : null;
}
