import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Where requests wait until a test lets them pass. */
export interface Gate {
  /** Waits until the gate is opened; not at all once the service stops. */
  hold(): Promise<void>;
  /** Waits for a number of real milliseconds; shorter where the service stops meanwhile. */
  delay(ms: number): Promise<void>;
  /** How many are held now. */
  held(): number;
  /** Lets all pass that are held; later ones are held again. */
  open(): void;
  /** Lets all pass for good, so that the service can stop. */
  stop(): void;
}

/** Makes a gate at which nothing waits yet. */
export function makeGate(): Gate {
  const stopping = new AbortController();
  // One for each request that is delayed.
  setMaxListeners(0, stopping.signal);
  const waiting: (() => void)[] = [];
  const open = () => {
    for (const pass of waiting.splice(0)) pass();
  };
  return {
    hold: async () => {
      if (stopping.signal.aborted) return;
      await new Promise<void>((pass) => {
        waiting.push(pass);
      });
    },
    delay: async (ms) => {
      await wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    },
    held: () => waiting.length,
    open,
    stop: () => {
      stopping.abort();
      open();
    },
  };
}
