import type { QueryClient } from '@tanstack/react-query';

interface CalmOptions {
  /** Query keys to invalidate. */
  keys: readonly (readonly unknown[])[];
  /** How long changes are collected before what is on screen is read again, in ms. */
  pauseMs: () => number;
}

/** Throttles queries that change often: stale at once, but read at most once per pause if on screen. */
export class CalmReading {
  readonly #client: QueryClient;
  readonly #options: CalmOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, options: CalmOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Call this when any of them changed. */
  note(): void {
    this.#mark('none');
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#mark('active');
    }, this.#options.pauseMs());
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #mark(refetchType: 'none' | 'active'): void {
    for (const queryKey of this.#options.keys)
      void this.#client.invalidateQueries({ queryKey, refetchType });
  }
}
