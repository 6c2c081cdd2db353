import type { LiveChanges } from '../../contract/console/live.ts';
import { AWAY_TITLES, useAway } from './reachability.ts';
import { sharedValue } from './shared-value.ts';

/** Whether the console's server can write to its store, and what its disk has room for. */
type StoreState = NonNullable<LiveChanges['disk']> | 'unwritable';

/** `set` records what the server reported. */
export const { set: noteStoreState, use: useStoreState } = sharedValue<StoreState>('ok');

const OBSTACLES: Readonly<Record<StoreState, string | null>> = {
  ok: null,
  'no-reads': null,
  'no-changes': 'The disk of the console’s server is nearly full, so nothing can be sent.',
  unwritable: 'The console’s server cannot write to its disk, so nothing can be sent.',
};

/** Why nothing can be sent to the console's server, or stored by it, in words; null if it can. */
export function useSendObstacle(): string | null {
  const away = useAway();
  const store = useStoreState();
  if (away !== null) return `${AWAY_TITLES[away]} Sending waits until the connection is back.`;
  return OBSTACLES[store];
}
