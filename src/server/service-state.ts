import { ENDPOINTS } from '../contract/endpoints.ts';
import type { ServiceState } from '../contract/console/live.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { UpstreamFault, type FaultKind } from '../http/fault.ts';
import type { Clock } from '../lib/clock.ts';

/** Failures in a row after which the Service counts as away: one alone is shown where it happened. */
const AWAY_AFTER = 3;
/** How often the Service is asked while it is away or refuses the token, and after a failure, in milliseconds. */
const PROBE_MS = 10_000;
const CONFIRM_MS = 5000;

/** What a failed call says of the Service as a whole; absent: nothing. */
const SAYS: Readonly<Partial<Record<FaultKind, 'failed' | 'refused' | 'answered'>>> = {
  'not-connected': 'failed',
  'connect-timeout': 'failed',
  timeout: 'failed',
  broken: 'failed',
  'token-unavailable': 'failed',
  'server-error': 'failed',
  token: 'refused',
  auth: 'refused',
  refused: 'answered',
  unusable: 'answered',
};

type Calls = Pick<UpstreamClient, 'call' | 'dispatch'>;

/** Whether the Service answers, by the calls of the console. */
export interface ServiceWatch {
  /** Wraps the client: each of its calls tells. */
  watch<Client extends Calls>(upstream: Client): Client;
  state(): ServiceState;
  stop(): void;
}

/** @param onChange called after the state has changed */
export function watchService(clock: Pick<Clock, 'after'>, onChange: () => void): ServiceWatch {
  let state: ServiceState = 'ok';
  let failures = 0;
  let isStopped = false;
  let callOff: (() => void) | null = null;
  let probe = () => Promise.resolve();

  const probeLater = (ms: number) => {
    if (isStopped || callOff !== null) return;
    callOff = clock.after(ms, () => {
      callOff = null;
      void probeAgain();
    });
  };
  const probeAgain = async () => {
    await probe();
    if (state !== 'ok') probeLater(PROBE_MS);
  };
  const set = (next: ServiceState) => {
    if (next === state) return;
    state = next;
    if (next !== 'ok') probeLater(PROBE_MS);
    onChange();
  };
  const note = (said: 'failed' | 'refused' | 'answered') => {
    failures = said === 'failed' ? failures + 1 : 0;
    if (said === 'refused') set('refused');
    else if (said === 'answered') set('ok');
    else if (failures >= AWAY_AFTER) set('away');
    // On a quiet console nothing else would tell whether it is over.
    else if (failures > 0) probeLater(CONFIRM_MS);
  };
  const noted = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call;
      note('answered');
      return answer;
    } catch (error) {
      const says = error instanceof UpstreamFault ? SAYS[error.kind] : undefined;
      if (says !== undefined) note(says);
      throw error;
    }
  };

  return {
    watch(upstream) {
      const calls: Calls = {
        call: (...asked) => noted(upstream.call(...asked)),
        dispatch: (...asked) => noted(upstream.dispatch(...asked)),
      };
      probe = async () => {
        try {
          await calls.call(ENDPOINTS.listEntityTypes, { params: {}, query: { pageSize: 1 } });
        } catch {
          // It told by failing.
        }
      };
      return { ...upstream, ...calls };
    },
    state: () => state,
    stop() {
      isStopped = true;
      callOff?.();
    },
  };
}
