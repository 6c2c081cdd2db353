import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createChunkSize } from '../in-chunks.ts';
import { noteDispatches, takeChanges } from './take-changes.ts';

/** How often it looks for changes by other processes, and for facts that are due, in milliseconds. */
const LOOK_MS = 2000;
/** Minimum time between two looks, in milliseconds. */
const HOLD_MS = 250;
const ERROR_PAUSE_MS = 5000;
/** Entities that are updated in one transaction, which blocks everything else. */
const TOGETHER = { first: 5, smallest: 5, largest: 100, ms: 6 };

/** Keeps what lists show of every Entity up to date. */
export type FactsFollower = Pick<WorkLoop, 'wake' | 'stop'>;

interface FactsFollowerParts {
  db: Kysely<Store>;
  clock: Clock;
  /** Whether the store can be written; otherwise nothing is tried. */
  isWritable(): boolean;
  /** Resolves when the next transaction may begin. */
  giveWay(): Promise<void>;
  /** Called after facts have changed. */
  onChange(): void;
  /** Called with the error of a failed look; it looks again later. */
  onError(error: unknown): void;
}

/** Creates the follower; `wake` starts it, and makes it look at once after something was stored. */
export function createFactsFollower(parts: FactsFollowerParts): FactsFollower {
  const { db, clock } = parts;
  const size = createChunkSize(TOGETHER);

  const look = async () => {
    if (!parts.isWritable()) return LOOK_MS;
    while (!loop.isStopped() && (await noteDispatches(db))) await parts.giveWay();
    let changed = false;
    while (!loop.isStopped()) {
      const asked = size.rows;
      const startedAt = clock.elapsed();
      const taken = await takeChanges(db, asked, clock.now());
      changed ||= taken.changed;
      if (taken.count < asked) break;
      size.took(clock.elapsed() - startedAt);
      await turn();
      await parts.giveWay();
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
