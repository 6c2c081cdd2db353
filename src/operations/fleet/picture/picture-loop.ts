import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { renewDue } from './renew-pictures.ts';

/** How often it looks for plans that have begun and for dispatches of other processes, in milliseconds. */
const LOOK_MS = 2000;
/** Minimum time between two looks, in milliseconds. */
const HOLD_MS = 250;
const ERROR_PAUSE_MS = 5000;

/** Renews the pictures that no read renews, see `renewDue`; `wake` after a dispatch was stored. */
export function createPictureLoop(parts: {
  db: Kysely<Store>;
  clock: Clock;
  /** Whether the store can be written; otherwise nothing is tried. */
  isWritable(): boolean;
  /** Called after pictures were renewed. */
  onChange(): void;
  /** Called with the error of a failed look; it looks again later. */
  onError(error: unknown): void;
}): Pick<WorkLoop, 'wake' | 'stop'> {
  const { db, clock } = parts;
  const loop = createWorkLoop({
    clock,
    async look() {
      if (!parts.isWritable()) return LOOK_MS;
      let isChanged = false;
      while (!loop.isStopped() && (await renewDue(db, clock.now())) > 0) {
        isChanged = true;
        await turn();
      }
      if (isChanged) parts.onChange();
      return LOOK_MS;
    },
    holdMs: () => HOLD_MS,
    errorPauseMs: ERROR_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });
  return loop;
}
