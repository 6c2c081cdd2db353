import { keysOf } from '../../lib/objects.ts';
import { z } from '../zod.ts';
import { ErrorItem } from '../error-body.ts';
import { GuardReport } from './guard.ts';

/** The statuses that a failure can have (`service`: the one that the Service answered), and its meaning. */
type ProblemMeaning = readonly [statuses: readonly (number | 'service')[], meaning: string];

/**
 * The failure codes of the console's own server, on which a client may act, and their meaning;
 * `docs/api/problem-codes.md` is generated from them.
 */
export const PROBLEMS = {
  invalid_request: [
    [400, 409, 412, 416, 417, 431],
    'The request is malformed or breaks a rule. Nothing was changed.',
  ],
  not_signed_in: [[401], 'There is no session, it has ended, or the sign-in failed.'],
  another_operator: [
    [409],
    'The session is not that of the operator whom the request names. Nothing was done.',
  ],
  signed_in: [
    [409],
    'A link that sets a password was opened where somebody is signed in. It was not used.',
  ],
  forbidden: [[403], 'The role or the grants of the operator lack the permission.'],
  confirm_identity: [
    [403],
    'The act needs the operator’s password again, or a new sign-in at the identity provider. Nothing was done.',
  ],
  cross_site: [[403], 'The request does not come from the console’s own page.'],
  not_found: [[404], 'There is nothing at this address or under this id.'],
  method_not_allowed: [
    [405],
    'The address does not take this method; `Allow` lists those it takes.',
  ],
  already_known: [[409], 'The directory already has this id. Nothing was added.'],
  changed_since: [[409], 'Something changed after it was read. Nothing was overwritten.'],
  idempotency_key_missing: [[400], 'A dispatch came without an Idempotency-Key. Nothing was sent.'],
  idempotency_key_reused: [[409, 422], 'The id belongs to another request. Nothing was sent.'],
  dispatch_in_flight: [[409], 'The same dispatch is being sent. It is not sent twice.'],
  dispatch_guarded: [[409], 'The guard found warnings, listed in the body. Nothing was sent.'],
  not_approved: [
    [409],
    'The dispatch needed an approval and was refused, withdrawn or left to expire. Nothing was sent.',
  ],
  outcome_unknown: [
    [502, 503, 504, 'service'],
    'A dispatch may have reached the devices. It is not sent again.',
  ],
  too_many_requests: [
    [429, 503],
    'A limit of the console or of the Service is reached; see `Retry-After`.',
  ],
  payload_too_large: [[413], 'The body is larger than the route takes.'],
  unsupported_media_type: [[415], 'The body is not `application/json`.'],
  upstream_refused: [[502, 'service'], 'The Service refused.'],
  upstream_auth: [[502, 503], 'The Service does not accept the console’s credentials.'],
  upstream_unavailable: [
    [502, 503],
    'The Service cannot be reached, or failed; if it answered, `upstreamStatus` is its status.',
  ],
  upstream_timeout: [[504], 'The Service did not answer in time.'],
  upstream_invalid: [[502], 'The answer of the Service does not match the interface.'],
  store_unavailable: [
    [503],
    'The console cannot use its store, or its disk is nearly full. Nothing was sent or changed.',
  ],
  sign_out_not_stored: [
    [503],
    'The browser is signed out and the session is refused, but this could not be stored: after a restart the session is valid until it is idle.',
  ],
  provider_unavailable: [
    [503],
    'The identity provider is away, slow, or does not accept the console.',
  ],
  stopping: [[503], 'The console is stopping and accepts nothing new.'],
  internal: [[500], 'The console’s server failed.'],
} as const satisfies Readonly<Record<string, ProblemMeaning>>;
export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = keysOf(PROBLEMS);

/** The source of an error: the console's server, or the Device Connectivity Service behind it. */
export const FailureSource = z.enum(['console', 'service']);

/** Why a request of background work failed; a message of the Service is verbatim. */
export const FailureReason = z.object({ source: FailureSource, message: z.string() });
export type FailureReason = z.infer<typeof FailureReason>;

/**
 * The body of every failure that the console's server answers: the interface's own error body, plus its
 * source. With `source` "service" the items are the Service's own, verbatim.
 */
export const Problem = z.object({
  /** The kind of failure; an unknown code is kept as a string. */
  code: z.string(),
  source: FailureSource,
  errors: z.array(ErrorItem),
  /** The Service's status, if it answered. */
  upstreamStatus: z.int().nullable(),
  /** Finds this request in the log. */
  requestId: z.string(),
  /** The guard's findings, if the code is `dispatch_guarded`. */
  guard: GuardReport.optional(),
});
export type Problem = z.infer<typeof Problem>;
