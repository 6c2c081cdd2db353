import type { QueryClient } from '@tanstack/react-query';

interface CalmOptions {
  /** Keys of what becomes stale. */
  keys: readonly (readonly unknown[])[];
  /** How long news are collected before what is on screen is read again, in ms. */
  pauseMs: () => number;
}

/** Has queries read again that change often: stale at once, read once per pause if on screen. */
export class CalmReading {
  readonly #client: QueryClient;
  readonly #options: CalmOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, options: CalmOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** To be called when something of it changed. */
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
