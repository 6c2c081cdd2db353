import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { noteCommands, takeChanges } from './take-changes.ts';

/** How often it looks for what other processes stored, and for what is due, in milliseconds. */
const LOOK_MS = 2000;
/** Least time between two looks, in milliseconds. */
const HOLD_MS = 250;
const ERROR_PAUSE_MS = 5000;
/** How long one transaction should take at most: nothing else happens meanwhile. */
const TARGET_MS = 20;
/** Entities that are taken over together. */
const [FEWEST, MOST] = [5, 100];

/** Keeps what lists show of every Entity up to date. */
export type FactsFollower = Pick<WorkLoop, 'wake' | 'stop'>;

interface FactsFollowerParts {
  db: Kysely<Store>;
  clock: Clock;
  /** Whether the store can be written; nothing is tried while it cannot. */
  isWritable(): boolean;
  /** Told after facts have changed. */
  onChange(): void;
  /** Told of a look that failed; it looks again later. */
  onError(error: unknown): void;
}

/** Creates the follower; `wake` starts it, and has it look at once after something was stored. */
export function createFactsFollower(parts: FactsFollowerParts): FactsFollower {
  const { db, clock } = parts;
  let size = FEWEST;

  const look = async () => {
    if (!parts.isWritable()) return LOOK_MS;
    while (!loop.isStopped() && (await noteCommands(db))) await turn();
    let changed = false;
    while (!loop.isStopped()) {
      const startedAt = clock.elapsed();
      const taken = await takeChanges(db, size, clock.now());
      changed ||= taken.changed;
      if (taken.count < size) break;
      const took = clock.elapsed() - startedAt;
      if (took > TARGET_MS) size = Math.max(FEWEST, Math.floor(size / 2));
      else if (took < TARGET_MS / 2) size = Math.min(MOST, size * 2);
      await turn();
    }
    if (changed) parts.onChange();
    return LOOK_MS;
  };

  const loop = createWorkLoop({
    clock,
    look,
    holdMs: () => HOLD_MS,
    errorPauseMs: ERROR_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });
  return loop;
}
