/** The header that a browser sends with every /api request and every unsafe /auth request. */
export const CONSOLE_HEADER = { name: 'X-Gridhelm', value: '1' } as const;

/** Marks a request that the page polls: it keeps no session alive. */
export const BACKGROUND_HEADER = { name: 'X-Gridhelm-Background', value: '1' } as const;

/** The header that names a dispatch; its value is the intent's UUID. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The header that carries the operator's reason for a dispatch, percent-encoded. */
export const REASON_HEADER = 'X-Gridhelm-Reason';

/** The header that overrides what the guard found, by kinds and as seen: "same,opposite; seen=1234". */
export const OVERRIDE_HEADER = 'X-Gridhelm-Override';

/** The header that names the batch which a dispatch repeats on purpose. */
export const PREVIOUS_HEADER = 'X-Gridhelm-Previous';

/** On a live list: what of it could not be used and is left out, in a sentence, percent-encoded. */
export const LEFT_OUT_HEADER = 'X-Gridhelm-Left-Out';

/** Longest reason, in characters before encoding. */
export const REASON_MAX = 500;

/** Where the console's server offers the interface's own paths. */
export const PROXY_PREFIX = '/api';

/** Paths of what follows changes: requests to them keep no session alive. */
export const LIVE_PATH = '/api/console/live';
export const LIVE_CHANGES_PATH = '/api/console/live/changes';
