import { z } from '../zod.ts';
import { ErrorItem } from '../error-body.ts';
import { GuardReport } from './guard.ts';

/** Codes of failures that the console's own server decides; a client may act on them. */
export const PROBLEM_CODES = [
  'invalid_request',
  'not_signed_in',
  'forbidden',
  'cross_site',
  'not_found',
  'method_not_allowed',
  'already_known',
  'changed_since',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'gathering_under_way',
  'dispatch_in_flight',
  'dispatch_guarded',
  'outcome_unknown',
  'too_many_requests',
  'payload_too_large',
  'unsupported_media_type',
  'upstream_refused',
  'upstream_auth',
  'upstream_unavailable',
  'upstream_timeout',
  'upstream_invalid',
  'store_unavailable',
  'stopping',
  'internal',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/**
 * The body of every failure that the console's server answers: the interface's own error body, plus
 * whose words they are. With `source` "service" the items are the Service's own, word by word.
 */
export const Problem = z.object({
  /** What kind of failure it is; an unknown code survives as a string. */
  code: z.string(),
  /** Who says so: the console's server, or the Device Connectivity Service behind it. */
  source: z.enum(['console', 'service']),
  errors: z.array(ErrorItem),
  /** The status that the Service answered, where it answered. */
  upstreamStatus: z.int().nullable(),
  /** Finds this request in the log. */
  requestId: z.string(),
  /** What the guard found, where the code is `dispatch_guarded`. */
  guard: GuardReport.optional(),
});
export type Problem = z.infer<typeof Problem>;
