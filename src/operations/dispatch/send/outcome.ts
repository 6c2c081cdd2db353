import { z } from '../../../contract/zod.ts';
import type { CommandBatch } from '../../../contract/command.ts';
import { PROBLEM_CODES } from '../../../contract/console/problem.ts';
import { ErrorItem } from '../../../contract/error-body.ts';
import { Failure, failureOf } from '../../../http/problems.ts';
import { UpstreamFault } from '../../../http/fault.ts';

/** A failure as stored with an intent, so that the same answer can be repeated. */
export const StoredFailure = z.object({
  code: z.enum(PROBLEM_CODES),
  source: z.enum(['console', 'service']),
  errors: z.array(ErrorItem),
});
export type StoredFailure = z.infer<typeof StoredFailure>;

/** The Service's answer to a dispatch that it took. */
export interface Accepted {
  outcome: 'accepted';
  upstreamStatus: number;
  batch: CommandBatch;
}

/** The outcome of the one request of a dispatch. */
export type Outcome =
  | Accepted
  | {
      outcome: 'refused' | 'unknown';
      /** Status of the answer to the browser. */
      status: number;
      upstreamStatus: number | null;
      failure: StoredFailure;
      /** Why the outcome is not known; null if it was refused. */
      cause: string | null;
    };

/** The message to the operator on an unknown outcome. */
function unknownMessage(id: string): ErrorItem {
  return {
    code: 'outcome_unknown',
    message:
      'It is not known whether the Commands reached the devices. The console did not send them again and will not do so automatically.',
    description: `The page of batch ${id} keeps what is known.`,
  };
}

/** An outcome that the answer does not determine. */
export function unknownOutcome(
  id: string,
  cause: string,
  more: { status: number; upstreamStatus: number | null; errors?: readonly ErrorItem[] },
): Outcome & { outcome: 'unknown' } {
  const errors = more.errors ?? [];
  const said = errors.length > 0 ? errors : [{ code: null, message: cause, description: null }];
  return {
    outcome: 'unknown',
    status: more.status,
    upstreamStatus: more.upstreamStatus,
    failure: { code: 'outcome_unknown', source: 'console', errors: [unknownMessage(id), ...said] },
    cause,
  };
}

/** The messages for a request that was never sent, or rejected before it took effect. */
function notSentMessages(fault: UpstreamFault): ErrorItem[] {
  const description =
    fault.effect === 'not-sent'
      ? 'The dispatch was not sent: no device got a Command.'
      : 'By the interface, a refused dispatch commands no device.';
  return [{ code: null, message: fault.message, description }];
}

/** Why the outcome is unknown: the Service's own message if it gave one. */
function causeOf(fault: UpstreamFault): string {
  const messages = fault.errors.flatMap(({ message, description, code }) => {
    const said = [message, description].filter((part) => part !== null && part !== '');
    return said.length > 0 ? said.join(' ') : (code ?? []);
  });
  if (messages.length === 0) return fault.message;
  const status = fault.status === null ? '' : ` ${fault.status}`;
  return `The Device Connectivity Service answered${status}: ${messages.join(' ')}`;
}

/** The outcome of a dispatch whose request failed. */
export function outcomeOfFailure(id: string, thrown: unknown): Outcome {
  const failed = failureOf(thrown);
  const upstreamStatus = failed.detail.upstreamStatus ?? null;
  if (!(thrown instanceof UpstreamFault)) {
    return unknownOutcome(id, 'The console failed while it sent the dispatch.', {
      status: 502,
      upstreamStatus,
    });
  }
  if (thrown.effect === 'unknown') {
    return unknownOutcome(id, causeOf(thrown), {
      status: failed.status,
      upstreamStatus,
      errors: thrown.errors,
    });
  }
  const own = thrown.errors.length === 0;
  return {
    outcome: 'refused',
    status: failed.status,
    upstreamStatus,
    failure: {
      code: failed.code,
      source: failed.detail.source ?? 'console',
      errors: own ? notSentMessages(thrown) : [...thrown.errors],
    },
    cause: null,
  };
}

/** A stored failure as the answer to the browser. */
export function failureFromStored(
  stored: StoredFailure,
  status: number,
  upstreamStatus: number | null,
  headers: Readonly<Record<string, string>> = {},
): Failure {
  return new Failure(status, stored.code, {
    errors: stored.errors,
    source: stored.source,
    upstreamStatus,
    headers,
  });
}
