/** The header that a browser sends with every /api request and every unsafe /auth request. */
export const CONSOLE_HEADER = { name: 'X-Gridhelm', value: '1' } as const;

/**
 * The header with the id of the operator whom the page shows. The session of another one is refused; scripts may
 * leave it out.
 */
export const OPERATOR_HEADER = 'X-Gridhelm-Operator';
/** An id that it can carry. */
export const OPERATOR_ID = /^[\w-]{1,100}$/;

/** Marks a polling request of the page: it keeps no session alive. */
export const BACKGROUND_HEADER = { name: 'X-Gridhelm-Background', value: '1' } as const;

/** The header that names a dispatch; its value is the intent's UUID. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The header that carries the operator's reason for a dispatch, percent-encoded. */
export const REASON_HEADER = 'X-Gridhelm-Reason';

/** The header that overrides what the guard found; its value is the digest of the report. */
export const OVERRIDE_HEADER = 'X-Gridhelm-Override';

/** The header that names the batch which a dispatch repeats on purpose. */
export const PREVIOUS_HEADER = 'X-Gridhelm-Previous';

/** Longest reason, in characters before encoding. */
export const REASON_MAX = 500;

/** The prefix under which the console's server offers the interface's own paths. */
export const PROXY_PREFIX = '/api';

/** Whether a path is one of the interface's own, not of the console. */
export function isOfService(path: string): boolean {
  return path.startsWith('/v1/');
}

/** The path at the console's server of one of the interface's own; its other paths are as they are. */
export function proxied(path: string): string {
  return isOfService(path) ? PROXY_PREFIX + path : path;
}

/** The page to sign in on, to which the identity provider leads back. */
export const SIGN_IN_PATH = '/sign-in';

/** Paths of live updates: requests to them keep no session alive. */
export const LIVE_PATH = '/api/console/live';
export const LIVE_CHANGES_PATH = '/api/console/live/changes';
