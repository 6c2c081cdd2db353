import { Changed } from '../contract/console/live.ts';
import type { Clock } from '../lib/clock.ts';
import { createPostgresSignal } from '../store/dialect/postgres-signal.ts';

/**
 * Tells the other processes of a database what changed, and hears it from them.
 * @param onHeard called with the topics, or null if any may have changed; what it tells on is not sent back
 */
export function hearOthers(
  databaseUrl: string,
  clock: Clock,
  onHeard: (changed: Changed | null) => void,
): { send: (changed: Changed | null) => void; close: () => Promise<void> } {
  let isHearing = false;
  const others = createPostgresSignal(databaseUrl, clock, (topics) => {
    const changed = Changed.nullable().safeParse(topics);
    isHearing = true;
    onHeard(changed.data ?? null);
    isHearing = false;
  });
  return {
    send(changed) {
      if (!isHearing) others.send(changed);
    },
    close: () => others.close(),
  };
}
