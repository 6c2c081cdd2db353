import { GET } from './route-parts.ts';
import { z } from '../zod.ts';
import { LIVE_CHANGES_PATH, LIVE_PATH } from './headers.ts';
import { LiveChanges } from './live.ts';

/** Routes for live updates. */
export const LIVE_ROUTES = {
  /** Server-sent events; see live.ts. */
  live: { ...GET, path: LIVE_PATH, answer: null },
  /** The same by polling, if a stream does not work. Without `since`: the version to start from. */
  liveChanges: {
    ...GET,
    path: LIVE_CHANGES_PATH,
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().optional() }),
    answer: LiveChanges,
  },
} as const;
