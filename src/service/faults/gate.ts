import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Holds requests until a test releases them. */
export interface Gate {
  /** Waits until the gate is opened; not at all once the service stops. */
  hold(): Promise<void>;
  /** Waits for a number of real milliseconds; less if the service stops meanwhile. */
  delay(ms: number): Promise<void>;
  /** Number of requests that are held now. */
  held(): number;
  /** Releases all held requests; later ones are held again. */
  open(): void;
  /** Releases everything for good, so that the service can stop. */
  stop(): void;
}

/** Makes a gate without waiting requests. */
export function makeGate(): Gate {
  const stopping = new AbortController();
  // One for each delayed request.
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
