import { LIVE_CHANGES_PATH, LIVE_PATH } from '../../contract/console/headers.ts';

/** An act that no request reported within this time is dropped, in ms. */
const TELLS_MS = 120_000;
/** Requests that only follow changes and never count as the operator's. */
const FOLLOWING: ReadonlySet<string> = new Set([LIVE_PATH, LIVE_CHANGES_PATH]);

// Opening the page is an act.
let acts = 1;
let actedAt = performance.now();
/** How many acts were reported to the server. */
let told = 0;

/** When the operator acted last on this page, in milliseconds since the epoch. */
export const lastActMs = () => Date.now() - (performance.now() - actedAt);

/** Records that the operator did something. */
export function noteAct(): void {
  acts += 1;
  actedAt = performance.now();
}

/** Who a request is made for. One made for the operator reports their last act to the server. */
export interface Asking {
  /** Whether the page asks in the background, so that the session is not kept alive. */
  background: boolean;
  /** Call this once the server has answered. */
  answered(): void;
}

/**
 * Decides, in one place, whether a request is made by the page or for a working operator: a read counts as the
 * operator's if they acted since the last read that reported it. Changes are always theirs.
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
