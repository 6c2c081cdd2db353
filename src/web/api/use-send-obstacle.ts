import { AWAY_TITLES, useAway } from './reachability.ts';
import { useWritable } from './store-state.ts';

/** Why nothing can be sent to the console's server, or stored by it, in words; null if it can. */
export function useSendObstacle(): string | null {
  const away = useAway();
  const writable = useWritable();
  if (away !== null) return `${AWAY_TITLES[away]} Sending waits until the connection is back.`;
  return writable ? null : 'The console’s server cannot write to its disk, so nothing can be sent.';
}
