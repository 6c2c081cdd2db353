import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { Audit } from '../../audit/audit.ts';
import { expireIntents } from './approvals.ts';

/** How often it looks, in milliseconds. */
const LOOK_MS = 5000;

/** Ends the dispatches that nobody approved in time; `wake` starts it. */
export function createExpiry(parts: {
  db: Kysely<Store>;
  audit: Pick<Audit, 'transaction'>;
  clock: Clock;
  /** Called with the ids of those that were ended. */
  onExpired: (dispatchIds: string[]) => void;
  onError: (error: unknown) => void;
}): WorkLoop {
  const { db, audit, clock, onExpired, onError } = parts;
  return createWorkLoop({
    clock,
    look: async () => {
      const expired = await expireIntents(db, audit, clock.now());
      if (expired.length > 0) onExpired(expired);
      return LOOK_MS;
    },
    holdMs: () => 0,
    errorPauseMs: LOOK_MS,
    onError,
  });
}
