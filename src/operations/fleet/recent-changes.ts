import type { ReadResource } from '../../contract/console/choices.ts';
import type { Clock } from '../../lib/clock.ts';

/** No answer takes longer, in milliseconds. */
const KEPT_MS = 15 * 60_000;

/** What was changed lately: an answer that was asked for before may be of before the change. */
export interface RecentChanges {
  /** This moment, on the monotonic clock in milliseconds. */
  mark(): number;
  /** A change of this Entity or Collective was answered, or may have been made. */
  note(id: string, resource: ReadResource): void;
  /** Whether an answer that was asked for at this moment may be of before a change. */
  mayPrecede(id: string, resource: ReadResource, mark: number): boolean;
}

/** Creates it, for one process. */
export function createRecentChanges(clock: Pick<Clock, 'elapsed'>): RecentChanges {
  const changed = new Map<string, number>();
  return {
    mark: () => clock.elapsed(),
    note(id, resource) {
      const now = clock.elapsed();
      for (const [key, at] of changed) {
        if (now - at < KEPT_MS) break;
        changed.delete(key);
      }
      const key = `${id} ${resource}`;
      // Last in order: the oldest ones are the first to go.
      changed.delete(key);
      changed.set(key, now);
    },
    mayPrecede: (id, resource, mark) => mark <= (changed.get(`${id} ${resource}`) ?? -Infinity),
  };
}
