import type { LiveChanges, ServiceState } from '../../contract/console/live.ts';
import { AWAY_TITLES, useAway } from './reachability.ts';
import { sharedValue } from './shared-value.ts';

/** Whether the console's server can write to its store, and what its disk has room for. */
type StoreState = NonNullable<LiveChanges['disk']> | 'unwritable';

/** `set` records what the server reported. */
export const { set: noteStoreState, use: useStoreState } = sharedValue<StoreState>('ok');

/** Whether the Service answers, by what the server reported. */
export const { set: noteServiceState, use: useServiceState } = sharedValue<ServiceState>('ok');

const OBSTACLES: Readonly<Record<StoreState, string | null>> = {
  ok: null,
  'no-reads': null,
  'no-changes': 'The disk of the console’s server is nearly full, so nothing can be sent.',
  unwritable: 'The console’s server cannot write to its disk, so nothing can be sent.',
};

/** The problem, in a sentence. */
export const SERVICE_TITLES: Readonly<Record<Exclude<ServiceState, 'ok'>, string>> = {
  away: 'The Service does not answer.',
  refused: 'The Service refuses the console’s token.',
};

/** Why nothing can be sent to the console's server, or stored by it, in words; null if it can. */
export function useSendObstacle(): string | null {
  const away = useAway();
  const store = useStoreState();
  if (away !== null) return `${AWAY_TITLES[away]} Sending waits until the connection is back.`;
  return OBSTACLES[store];
}

/** The same for what goes on to the Service. */
export function useServiceObstacle(): string | null {
  const own = useSendObstacle();
  const service = useServiceState();
  if (own !== null || service === 'ok') return own;
  return `${SERVICE_TITLES[service]} Sending waits until that is over.`;
}
