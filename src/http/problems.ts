import type { GuardReport } from '../contract/console/guard.ts';
import type { Problem, ProblemCode } from '../contract/console/problem.ts';
import type { ErrorItem } from '../contract/error-body.ts';
import { cannotWrite, isAlreadyStored, storeCode } from '../store/store-failure.ts';
import { UpstreamFault, type FaultKind } from './fault.ts';

/** What a failure carries besides its status and code. */
export interface FailureDetail {
  errors: readonly ErrorItem[];
  source?: 'console' | 'service';
  upstreamStatus?: number | null;
  /** Response headers to send with the failure, such as Allow or Retry-After. */
  headers?: Readonly<Record<string, string>>;
  /** The findings of the guard if it refuses. */
  guard?: GuardReport;
  cause?: unknown;
}

/** A failure with the status and the body that the browser gets. */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: FailureDetail;

  constructor(status: number, code: ProblemCode, detail: FailureDetail) {
    super(detail.errors[0]?.message ?? code, { cause: detail.cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** A failure raised by the console itself. */
export function failure(
  status: number,
  code: ProblemCode,
  message: string,
  more: Omit<FailureDetail, 'errors'> = {},
): Failure {
  return new Failure(status, code, { ...more, errors: [errorItem(null, message)] });
}

/**
 * Rejects an invalid request.
 * @param field path of the first offending part, such as `value` or `2.triggerTime`
 */
export function invalid(field: string, message: string): Failure {
  return new Failure(400, 'invalid_request', { errors: [errorItem(field, message)] });
}

function errorItem(code: string | null, message: string): ErrorItem {
  return { code, message, description: null };
}

/** Status and code for each way in which a request to the Service fails. */
const FAULTS: Readonly<Record<FaultKind, { status: number; code: ProblemCode }>> = {
  'not-connected': { status: 502, code: 'upstream_unavailable' },
  'connect-timeout': { status: 504, code: 'upstream_timeout' },
  timeout: { status: 504, code: 'upstream_timeout' },
  broken: { status: 502, code: 'upstream_unavailable' },
  aborted: { status: 502, code: 'upstream_unavailable' },
  busy: { status: 503, code: 'too_many_requests' },
  token: { status: 503, code: 'upstream_auth' },
  'token-unavailable': { status: 503, code: 'upstream_unavailable' },
  auth: { status: 502, code: 'upstream_auth' },
  refused: { status: 502, code: 'upstream_refused' },
  'server-error': { status: 502, code: 'upstream_unavailable' },
  unusable: { status: 502, code: 'upstream_invalid' },
};

/** Statuses that are not passed on: a browser would take them for its own problem, or even retry. */
const NOT_RELAYED = new Set([401, 407, 408, 421, 425, 426, 431]);

function fromFault(fault: UpstreamFault): Failure {
  const mapped = FAULTS[fault.kind];
  const relayed = fault.kind === 'refused' && !NOT_RELAYED.has(fault.status ?? 0);
  const isSilent = fault.errors.length === 0;
  return new Failure(
    relayed ? (fault.status ?? mapped.status) : mapped.status,
    fault.status === 429 ? 'too_many_requests' : mapped.code,
    {
      errors: isSilent ? [errorItem(null, fault.message)] : fault.errors,
      source: isSilent ? 'console' : 'service',
      upstreamStatus: fault.status,
      headers: fault.retryAfterS === null ? {} : { 'Retry-After': String(fault.retryAfterS) },
      cause: fault,
    },
  );
}

const BY_STATUS: Readonly<Record<number, { code: ProblemCode; message: string }>> = {
  400: { code: 'invalid_request', message: 'The request could not be read.' },
  404: { code: 'not_found', message: 'There is nothing at this address.' },
  412: { code: 'invalid_request', message: 'The file has changed.' },
  413: { code: 'payload_too_large', message: 'The request body is too large.' },
  415: { code: 'unsupported_media_type', message: 'Send the body as application/json.' },
  416: { code: 'invalid_request', message: 'The file does not have these bytes.' },
};

/** The failure that the browser gets for anything thrown. The text of an unknown error is never shown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof UpstreamFault) return fromFault(thrown);
  const code = storeCode(thrown);
  if (code !== null && isAlreadyStored(code)) {
    const message =
      'Something with this id or name was stored in the meantime. Nothing was changed.';
    return failure(409, 'changed_since', message, { cause: thrown });
  }
  if (code !== null) {
    const message = cannotWrite(code)
      ? 'The console cannot write to its disk at the moment (it is full or read-only), so nothing was changed. Reading still works.'
      : 'The console cannot use its own store at the moment.';
    return failure(503, 'store_unavailable', message, { cause: thrown });
  }
  // The web framework's own refusals carry a status below 500; its message may quote the request.
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number') {
    const known = BY_STATUS[thrown.statusCode];
    if (known !== undefined) {
      return failure(thrown.statusCode, known.code, known.message, { cause: thrown });
    }
    if (thrown.statusCode === 503) {
      return failure(503, 'stopping', 'The console is stopping.', { cause: thrown });
    }
  }
  return failure(
    500,
    'internal',
    "The console's server failed; look up the request id in its log.",
    {
      cause: thrown,
    },
  );
}

/** The body of a failure. */
export function problemOf(failed: Failure, requestId: string): Problem {
  return {
    code: failed.code,
    source: failed.detail.source ?? 'console',
    errors: [...failed.detail.errors],
    upstreamStatus: failed.detail.upstreamStatus ?? null,
    requestId,
    ...(failed.detail.guard === undefined ? {} : { guard: failed.detail.guard }),
  };
}
