import type { ServerResponse } from 'node:http';
import type { Ending } from '../lib/ending.ts';

/** Ends what a request waits for when the browser goes away before it has its answer. Lighter than an AbortController. */
export class Gone implements Ending {
  aborted = false;
  readonly reason = null;
  readonly #listeners = new Set<() => void>();

  constructor(response: ServerResponse) {
    response.once('close', () => {
      if (response.writableFinished) return;
      this.aborted = true;
      for (const listener of this.#listeners) listener();
    });
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
