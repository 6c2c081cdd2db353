import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '../../contract/topics.ts';

/** Topics that changed; with ids: only these single things, null: any. */
export type Changed = Partial<Record<Topic, readonly string[] | null>>;

/** Changes that follow one another this fast are read together, in ms. */
const TOGETHER_MS = 200;
/** The shortest time between two reads of a query, in ms, and the longest. */
const PAUSE_MS = { least: 1000, most: 5000 } as const;
/** The shortest one where only these changed: they change all the time while the fleet is read. */
const CALM_MS = 3000;
const CALM: ReadonlySet<Topic> = new Set(['fleet', 'places']);
/** How many times as long as a read took it is left alone: reading takes at most a tenth of the time. */
const PAUSE_PER_READ = 10;

/** The topics of a query among those that changed. */
function concernsOf(changed: Changed, { meta }: Query): readonly Topic[] {
  return (meta?.shows ?? []).filter((topic) => {
    const ids = changed[topic];
    return ids === null || (ids !== undefined && meta?.id !== undefined && ids.includes(meta.id));
  });
}

/** Has everything read again that shows one of the topics. @returns when what is on screen was read */
export function invalidateTopics(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  const changed: Changed = Object.fromEntries(topics.map((topic) => [topic, null]));
  return client.invalidateQueries({ predicate: (query) => concernsOf(changed, query).length > 0 });
}

/**
 * Reads again what changes touch: at once where nothing was read lately, otherwise after a pause that grows with what
 * a read costs. What is not on screen is only marked, and read when it is shown.
 */
export class StaleQueries {
  readonly #client: QueryClient;
  readonly #began = new WeakMap<Query, number>();
  readonly #took = new WeakMap<Query, number>();
  readonly #timers = new Map<Query, ReturnType<typeof setTimeout>>();
  readonly #unsubscribe: () => void;

  constructor(client: QueryClient) {
    this.#client = client;
    this.#unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'fetch') this.#began.set(event.query, performance.now());
      if (event.action.type !== 'success') return;
      const began = this.#began.get(event.query);
      if (began !== undefined) this.#took.set(event.query, performance.now() - began);
    });
  }

  /** Marks what shows one of the changes, and reads it soon if it is on screen. */
  note(changed: Changed): void {
    for (const query of this.#client.getQueryCache().findAll()) {
      const topics = concernsOf(changed, query);
      if (topics.length === 0) continue;
      query.invalidate();
      const isCalm = topics.every((topic) => CALM.has(topic));
      if (query.isActive()) this.#readSoon(query, isCalm ? CALM_MS : PAUSE_MS.least);
    }
  }

  close(): void {
    this.#unsubscribe();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #readSoon(query: Query, least: number): void {
    if (this.#timers.has(query)) return;
    const wait = Math.max(TOGETHER_MS, this.#pauseLeft(query, least));
    const timer = setTimeout(() => {
      this.#timers.delete(query);
      if (!query.isActive()) return;
      // A read under way may have begun before the change, and one that has just ended is left alone.
      const isBusy = query.state.fetchStatus === 'fetching' || this.#pauseLeft(query, least) > 0;
      if (isBusy) this.#readSoon(query, least);
      else void this.#client.refetchQueries({ queryKey: query.queryKey, exact: true });
    }, wait);
    this.#timers.set(query, timer);
  }

  /** How long a query is still left alone after its last read, in ms. */
  #pauseLeft(query: Query, least: number): number {
    const took = (this.#took.get(query) ?? 0) * PAUSE_PER_READ;
    const pause = Math.min(PAUSE_MS.most, Math.max(least, took));
    const { dataUpdatedAt, errorUpdatedAt } = query.state;
    return Math.max(dataUpdatedAt, errorUpdatedAt) + pause - Date.now();
  }
}
