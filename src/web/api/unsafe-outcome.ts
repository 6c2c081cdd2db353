import { ApiError } from './client.ts';

/** Problem codes from before anything is done, or that report that nothing was. */
const NOT_DONE = new Set([
  'invalid_request',
  'not_signed_in',
  'another_operator',
  'signed_in',
  'confirm_identity',
  'changed_since',
  'dispatch_guarded',
  'forbidden',
  'cross_site',
  'not_found',
  'method_not_allowed',
  'too_many_requests',
  'payload_too_large',
  'unsupported_media_type',
  'upstream_refused',
  'upstream_auth',
  'store_unavailable',
  'stopping',
]);

/**
 * Whether a change that failed may have been made anyway: no answer came, or one that does not
 * tell. Unless it is certain that nothing was done, it may have been.
 */
export function mayBeDone(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError)) return false;
  const { kind, problem } = thrown;
  return kind !== 'problem' || problem === null || !NOT_DONE.has(problem.code);
}

/** Whether the Service refused because of the current state of something: its status is 409. */
export function isConflict(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.problem?.upstreamStatus === 409;
}
