import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { AnswerSubscribers } from '../answers.ts';
import { storeOffboarding } from '../fleet/offboarding/offboarding-store.ts';
import { learnBatches, learnOffboarding } from './learn-answers.ts';
import { createReachability } from './reachability.ts';

/** Updates the directory from passing answers, in order, without delaying anything. */
export interface Learning extends Pick<AnswerSubscribers, 'onReach' | 'onOffboarding'> {
  /** A batch was accepted: its answer may name unknown Entities. */
  onBatch(): void;
  /** Resolves when all pending updates are stored. */
  settle(): Promise<void>;
}

/** @param parts `onError` is called for updates that could not be stored; nothing else fails */
export function createLearning(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  /** Called after Offboarding Requests were stored. */
  onStored: () => void;
  onError: (error: unknown) => void;
}): Learning {
  const { db, clock, onError } = parts;
  const noteAnswer = createReachability(db, clock);
  let last: Promise<unknown> = Promise.resolve();
  let isBatchWaiting = false;
  const then = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(onError);
  };
  return {
    onReach(thing, status) {
      noteAnswer(thing, status).catch(onError);
    },
    onOffboarding(requests, askedAt) {
      then(() => learnOffboarding(db, requests, clock.now()));
      then(async () => {
        if (await storeOffboarding(db, requests, clock.now(), askedAt)) parts.onStored();
      });
    },
    onBatch() {
      // One pass takes all batches that were accepted before it.
      if (isBatchWaiting) return;
      isBatchWaiting = true;
      then(() => {
        isBatchWaiting = false;
        return learnBatches(db, clock.now());
      });
    },
    settle: async () => {
      await last;
    },
  };
}
