import type { Clock } from '../../lib/clock.ts';
import type { PendingOffboardings } from '../dispatch/check/pending-offboardings.ts';

/** How often the list of requests is read while the Overview is looked at, in ms. */
const EVERY_MS = 10 * 60_000;

/**
 * The Entities with a Pending offboarding request, as last read. Asking waits for nothing: an old list is
 * read again in the background.
 * @param read the reader that the dry run uses too
 * @returns a function that returns null until the list was read
 */
export function createKnownOffboardings(
  read: () => Promise<PendingOffboardings>,
  clock: Pick<Clock, 'elapsed'>,
): () => ReadonlySet<string> | null {
  let known: ReadonlySet<string> | null = null;
  let readAt = -Infinity;
  const readAgain = async (): Promise<void> => {
    const answer = await read();
    if ('entities' in answer) known = answer.entities;
  };
  return () => {
    if (clock.elapsed() - readAt >= EVERY_MS) {
      readAt = clock.elapsed();
      readAgain().catch(() => undefined);
    }
    return known;
  };
}
