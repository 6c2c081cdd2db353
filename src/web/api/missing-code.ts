import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { ApiError, call } from './client.ts';

/** The message of a page whose code could not be fetched. */
export const CODE_MISSING = 'The code of this page could not be fetched.';

/**
 * Replaces the message of a failed fetch of code. On the browser's own message the router reloads the page,
 * which ends on the browser's error page if the server cannot be reached.
 */
export function nameMissingCode(event: Event & { payload?: Error }): void {
  if (event.payload !== undefined) event.payload.message = CODE_MISSING;
}

/** Why the code of a page is missing: the server is unreachable, or no longer has it. */
export type MissingCause = 'away' | 'gone';

/** A page that cannot be opened because its code could not be loaded. */
export class MissingCode extends Error {
  readonly reason: MissingCause;

  constructor(reason: MissingCause) {
    super(CODE_MISSING);
    this.reason = reason;
  }
}

/** Why code is missing now; the banner shows it if the server is unreachable. */
export async function whyMissing(): Promise<MissingCause> {
  try {
    await call(SESSION_ROUTES.session);
    return 'gone';
  } catch (thrown) {
    // Another version may give an answer that this page cannot read.
    return thrown instanceof ApiError && thrown.kind === 'unreadable' ? 'gone' : 'away';
  }
}

/** Reloads the page if the server answers; otherwise the browser would cache a failed fetch of code. */
export async function reloadIfReachable(): Promise<void> {
  if ((await whyMissing()) === 'gone') window.location.reload();
}

/** How often to check whether the server is back, in milliseconds. */
const PROBE_MS = 4000;

/** The same, repeated until the server is back. @returns stops waiting */
export function reloadWhenBack(): () => void {
  const timer = setInterval(() => void reloadIfReachable(), PROBE_MS);
  return () => clearInterval(timer);
}
