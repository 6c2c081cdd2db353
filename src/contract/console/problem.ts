import { keysOf } from '../../lib/objects.ts';
import { z } from '../zod.ts';
import { ErrorItem } from '../error-body.ts';
import { GuardReport } from './guard.ts';

/** The meaning of a failure. */
interface ProblemMeaning {
  /** Possible statuses; `service`: the status that the Service answered. */
  readonly statuses: readonly (number | 'service')[];
  readonly meaning: string;
  /** What the page does about it. */
  readonly page: string;
}

/**
 * The failure codes of the console's own server, on which a client may act, and their meaning;
 * `docs/api/problem-codes.md` is generated from them.
 */
export const PROBLEMS = {
  invalid_request: {
    statuses: [400, 409, 412, 416, 417, 431],
    meaning: 'The request is malformed or breaks a rule. Nothing was changed.',
    page: 'Names the first offending field; input is kept.',
  },
  not_signed_in: {
    statuses: [401],
    meaning: 'There is no session, it has ended, or the sign-in failed.',
    page: 'Opens the sign-in page, then returns to the same page.',
  },
  another_operator: {
    statuses: [409],
    meaning: 'The session is not that of the operator whom the request names. Nothing was done.',
    page: 'Stops, says who is signed in now, and asks to reload or to sign in again; drafts are kept.',
  },
  signed_in: {
    statuses: [409],
    meaning: 'A link that sets a password was opened where somebody is signed in. It was not used.',
    page: 'Says who is signed in, and offers to sign out.',
  },
  forbidden: {
    statuses: [403],
    meaning: 'The role or the grants of the operator lack the permission.',
    page: 'Says so; usually the control is disabled with the reason.',
  },
  confirm_identity: {
    statuses: [403],
    meaning:
      'The act needs the operator’s password again, or a new sign-in at the identity provider. Nothing was done.',
    page: 'Asks for it, then performs the act.',
  },
  cross_site: {
    statuses: [403],
    meaning: 'The request does not come from the console’s own page.',
    page: 'Asks to open the console at its own address.',
  },
  not_found: {
    statuses: [404],
    meaning: 'There is nothing at this address or under this id.',
    page: 'Says that the record may have been removed.',
  },
  method_not_allowed: {
    statuses: [405],
    meaning: 'The address does not take this method; `Allow` lists those it takes.',
    page: 'Sends no such request.',
  },
  already_known: {
    statuses: [409],
    meaning: 'The directory already has this id. Nothing was added.',
    page: 'Asks to change the existing record instead.',
  },
  changed_since: {
    statuses: [409],
    meaning: 'Something changed after it was read. Nothing was overwritten.',
    page: 'Asks to review and decide again.',
  },
  idempotency_key_missing: {
    statuses: [400],
    meaning: 'A dispatch came without an Idempotency-Key. Nothing was sent.',
    page: 'Sends no such request.',
  },
  idempotency_key_reused: {
    statuses: [409, 422],
    meaning: 'The id belongs to another request. Nothing was sent.',
    page: 'Asks to review and send again, under a new id.',
  },
  dispatch_in_flight: {
    statuses: [409],
    meaning: 'The same dispatch is being sent. It is not sent twice.',
    page: 'Opens the page of the batch.',
  },
  dispatch_guarded: {
    statuses: [409],
    meaning: 'The guard found warnings, listed in the body. Nothing was sent.',
    page: 'Shows the warnings; sending anyway needs an override with a reason.',
  },
  not_approved: {
    statuses: [409],
    meaning:
      'The dispatch needed an approval and was refused, withdrawn or left to expire. Nothing was sent.',
    page: 'Opens the page of the batch, which says who decided and why.',
  },
  outcome_unknown: {
    statuses: [502, 503, 504, 'service'],
    meaning: 'A dispatch may have reached the devices. It is not sent again.',
    page: 'Opens the page of the batch.',
  },
  too_many_requests: {
    statuses: [429, 503],
    meaning: 'A limit of the console or of the Service is reached; see `Retry-After`.',
    page: 'Asks to wait a moment.',
  },
  payload_too_large: {
    statuses: [413],
    meaning: 'The body is larger than the route takes.',
    page: 'Asks to split it.',
  },
  unsupported_media_type: {
    statuses: [415],
    meaning: 'The body is not `application/json`.',
    page: 'Sends no such request.',
  },
  upstream_refused: {
    statuses: [502, 'service'],
    meaning: 'The Service refused.',
    page: 'Shows the Service’s own messages.',
  },
  upstream_auth: {
    statuses: [502, 503],
    meaning: 'The Service does not accept the console’s credentials.',
    page: 'Says that an administrator must check them; the operator stays signed in.',
  },
  upstream_unavailable: {
    statuses: [502, 503],
    meaning:
      'The Service cannot be reached, or failed; if it answered, `upstreamStatus` is its status.',
    page: 'Says which, with the Service’s own messages, and asks to try again in a moment.',
  },
  upstream_timeout: {
    statuses: [504],
    meaning: 'The Service did not answer in time.',
    page: 'Asks to try again in a moment.',
  },
  upstream_invalid: {
    statuses: [502],
    meaning: 'The answer of the Service does not match the interface.',
    page: 'Says so; nothing of the answer is shown.',
  },
  store_unavailable: {
    statuses: [503],
    meaning:
      'The console cannot use its store, or its disk is nearly full. Nothing was sent or changed.',
    page: 'Says that the disk of the data folder must be checked.',
  },
  sign_out_not_stored: {
    statuses: [503],
    meaning:
      'The browser is signed out and the session is refused, but this could not be stored: after a restart the session is valid until it is idle.',
    page: 'Opens the sign-in page, which says so.',
  },
  provider_unavailable: {
    statuses: [503],
    meaning: 'The identity provider is away, slow, or does not accept the console.',
    page: 'Says which; who is signed in goes on.',
  },
  stopping: {
    statuses: [503],
    meaning: 'The console is stopping and accepts nothing new.',
    page: 'Asks to try again once it is back.',
  },
  internal: {
    statuses: [500],
    meaning: 'The console’s server failed.',
    page: 'Shows the request id, by which the log has the cause.',
  },
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
