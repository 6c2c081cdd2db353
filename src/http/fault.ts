import type { ErrorItem } from '../contract/error-body.ts';

/**
 * The ways in which a request to the Service fails. What a 429, a 503 or a time-out means for background
 * work is decided in `operations/jobs/outage-and-rate-limit.ts`, for an operator's request in `http/problems.ts`.
 */
export type FaultKind =
  | 'not-connected'
  | 'connect-timeout'
  | 'timeout'
  | 'broken'
  | 'aborted'
  | 'busy'
  | 'token'
  | 'token-unavailable'
  | 'auth'
  | 'refused'
  | 'server-error'
  | 'unusable';

/** What a failed request can have done at the Service. */
export type FaultEffect = 'not-sent' | 'rejected' | 'unknown';

const EFFECTS: Readonly<Record<FaultKind, FaultEffect>> = {
  'not-connected': 'not-sent',
  'connect-timeout': 'not-sent',
  busy: 'not-sent',
  token: 'not-sent',
  'token-unavailable': 'not-sent',
  auth: 'rejected',
  refused: 'rejected',
  timeout: 'unknown',
  broken: 'unknown',
  aborted: 'unknown',
  'server-error': 'unknown',
  unusable: 'unknown',
};

/** What is known of a failure beside its kind. */
export interface FaultDetail {
  /** The status of the Service's answer, if it answered. */
  status?: number;
  /** The Service's own messages, already redacted and bounded. */
  errors?: readonly ErrorItem[];
  /** Seconds after which to retry. */
  retryAfterS?: number | null;
  cause?: unknown;
}

/** A request to the Service that failed. Its message may be shown in a browser: no address, no secret. */
export class UpstreamFault extends Error {
  override name = 'UpstreamFault';
  readonly kind: FaultKind;
  readonly status: number | null;
  readonly errors: readonly ErrorItem[];
  readonly retryAfterS: number | null;

  constructor(kind: FaultKind, message: string, detail: FaultDetail = {}) {
    super(message, { cause: detail.cause });
    this.kind = kind;
    this.status = detail.status ?? null;
    this.errors = detail.errors ?? [];
    this.retryAfterS = detail.retryAfterS ?? null;
  }

  /** Whether the request can have had an effect. */
  get effect(): FaultEffect {
    return EFFECTS[this.kind];
  }
}
