import { Differs, NotTried } from '../outcome.ts';

/** How often a change is reverted before giving up, and the wait in between. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;

/** Reverts changes, some with several attempts, and lists the failures. */
export interface Attempts {
  /** @param what the reverted change, for the report */
  attempt(what: string, act: () => Promise<void>): Promise<void>;
  /** Changes that could not be reverted, a line each; null: there were none. */
  left(): string[] | null;
}

/**
 * Makes an empty list of attempts.
 * @param wait waits some milliseconds between two attempts
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

/** The value before a change; null if it cannot be read. */
export async function readOrNull<T>(read: () => Promise<T>): Promise<T | null> {
  return read().catch((error: unknown) => {
    if (error instanceof Differs || error instanceof NotTried) return null;
    throw error;
  });
}
