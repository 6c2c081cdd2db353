import { Differs, NotTried } from '../outcome.ts';

/** How often something is put back before it is given up, and how long the suite waits in between. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;

/** Puts things back, some of them with several tries, and keeps what could not be. */
export interface Attempts {
  /** @param what is put back, in words for the report */
  attempt(what: string, act: () => Promise<void>): Promise<void>;
  /** What could not be put back, a line each; null: there was nothing to put back. */
  left(): string[] | null;
}

/**
 * Makes an empty list of attempts.
 * @param wait lets milliseconds pass between two tries
 */
export function makeAttempts(wait: (ms: number) => Promise<void>): Attempts {
  const left = new Map<string, string>();
  let tried = false;
  return {
    left: () => (tried ? [...left].map(([what, why]) => `${what}: ${why}`) : null),
    attempt: async (what, act) => {
      tried = true;
      for (let attempt = 1; attempt <= TRIES; attempt += 1) {
        try {
          await act();
          left.delete(what);
          return;
        } catch (error) {
          if (!(error instanceof Differs || error instanceof NotTried)) throw error;
          left.set(what, error.message);
          if (attempt < TRIES) await wait(BETWEEN_TRIES_MS);
        }
      }
    },
  };
}

/** What was there before a change; null where it cannot be read. */
export async function readOrNull<T>(read: () => Promise<T>): Promise<T | null> {
  return read().catch((error: unknown) => {
    if (error instanceof Differs || error instanceof NotTried) return null;
    throw error;
  });
}
