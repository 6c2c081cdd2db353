import { get } from '../route.ts';
import { LIVE_CHANGES_PATH, LIVE_PATH } from './headers.ts';
import { LiveChanges, LiveSince } from './live.ts';

/** Routes for live updates. */
export const LIVE_ROUTES = {
  /** Server-sent events; see live.ts. */
  live: get(LIVE_PATH, { query: LiveSince }),
  /** The same by polling, if a stream does not work. */
  liveChanges: get(LIVE_CHANGES_PATH, { query: LiveSince, answer: LiveChanges }),
};
