import { z } from '../zod.ts';
import { Problem } from './problem.ts';

/**
 * The directives of a request's Cache-Control that the proxy knows, in the words of RFC 9111 and RFC 5861:
 * `max-stale`: what was last known is wanted at once, if there is any; `stale-if-error=0`: only what the Service
 * answers now is wanted.
 */
export const CACHE_CONTROL = { maxStale: 'max-stale', live: 'stale-if-error=0' } as const;

/** On an answer that is not the Service's, but what was last known: a `Stale`, as JSON and percent-encoded. */
export const STALE_HEADER = 'X-Gridhelm-Stale';

/** Of such an answer. Its time is in the headers Last-Modified and Age. */
export const Stale = z.object({
  /** Why the Service did not answer, with one message at most; null: it was not asked. */
  reason: Problem.nullable(),
  /** Whether something was sent after it was read that changed it, or may have. */
  beforeChange: z.boolean(),
});
export type Stale = z.infer<typeof Stale>;
