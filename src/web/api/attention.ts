import { LIVE_CHANGES_PATH, LIVE_PATH } from '../../contract/console/headers.ts';

/** An act that no request could tell of within this time is not told later, in ms. */
const TELLS_MS = 120_000;
/** Requests that only follow what happens, whatever the operator does meanwhile. */
const FOLLOWING: ReadonlySet<string> = new Set([LIVE_PATH, LIVE_CHANGES_PATH]);

// Opening the page is an act.
let acts = 1;
let actedAt = performance.now();
/** How many of the acts the server was told of. */
let told = 0;

/** Notes that the operator did something. */
export function noteAct(): void {
  acts += 1;
  actedAt = performance.now();
}

/** Whose request one is. The operator's own tells the server of their last act. */
export interface Asking {
  /** Whether the page asks in the background, so that the session is not kept alive. */
  background: boolean;
  /** To be called when the server has answered. */
  answered(): void;
}

/**
 * The one place that decides whether a request is made by the page or for an operator at work: a read is
 * the operator's where they did something since the last read that told the server so. Whatever changes
 * something is always theirs.
 */
export function askingFor(method: string, url: string): Asking {
  const tells = acts;
  const [path = url] = url.split('?');
  const reads = method === 'GET';
  const untold = acts > told && performance.now() - actedAt < TELLS_MS;
  const background = FOLLOWING.has(path) || (reads && !untold);
  return {
    background,
    answered() {
      if (!background) told = Math.max(told, tells);
    },
  };
}
