import { ApiError } from './client.ts';

/** Problem codes that come before anything is done, or that say that nothing was. */
const NOT_DONE = new Set([
  'invalid_request',
  'not_signed_in',
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

/** Whether the Service refused because of the state that something is in: its status is 409. */
export function isConflict(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.problem?.upstreamStatus === 409;
}
