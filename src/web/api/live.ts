import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import type { BatchSummary } from '../../contract/console/batch.ts';
import {
  LIVE_EVENTS,
  LIVE_TOPICS,
  LiveChanges,
  type LiveEnd,
} from '../../contract/console/live.ts';
import { LIVE_ROUTES } from '../../contract/console/live-routes.ts';
import { ApiError, callWith, send } from './client.ts';
import { currentLive, noteLive } from './live-state.ts';
import { readAllAgain } from './query-client.ts';
import { StaleQueries, type Changed } from './stale.ts';
import { noteServiceState, noteStoreState } from './store-state.ts';

/** How often changes are polled if no stream delivers them, in ms. */
export const POLL_MS = 3000;
/** The same in a hidden tab: streams of hidden tabs would use up the browser's connections. */
export const HIDDEN_POLL_MS = 10_000;
/** A stream without even a heartbeat for this long is dead, in ms. */
export const SILENCE_MS = 40_000;
/** The server speaks first; a connection that delays this cannot carry streams, in ms. */
const FIRST_WORD_MS = 10_000;
/** Delay before the next stream after a failed one, growing to the last value, in ms. */
const STREAM_AGAIN_MS = [700, 5000, 10_000, 20_000, 40_000, 60_000] as const;

const ALL: Changed = Object.fromEntries(LIVE_TOPICS.map((topic) => [topic, null]));
const [CHANGES, END] = LIVE_EVENTS;
const DISPLACED: LiveEnd = 'displaced';

/**
 * Why a stream ended. `silent`: nothing came for too long; `left`: the tab was hidden or the page left;
 * `displaced`: another window took its place.
 */
type StreamEnd = 'left' | 'silent' | 'ended' | 'displaced' | 'failed';

/** Pauses before asking again a server that ended a stream on purpose, in ms. */
const END_PAUSES: Partial<Record<StreamEnd, number>> = {
  silent: 60_000,
  ended: 20_000,
  displaced: 0,
};

/** What a page follows, and what it does with the changes that arrive. */
class Follower {
  /** Up to which all changes were received; null before the first answer. */
  cursor: string | null;
  readonly #client: QueryClient;
  readonly #stale: StaleQueries;
  readonly #onBatches: (batches: readonly BatchSummary[], asOf: string) => void;

  constructor(client: QueryClient, { since, onBatches }: Following) {
    this.cursor = since;
    this.#client = client;
    this.#stale = new StaleQueries(client);
    this.#onBatches = onBatches;
  }

  apply({ cursor, changed, all, batches, writable, disk, service, asOf }: LiveChanges): void {
    noteServiceState(service ?? 'ok');
    noteStoreState(writable === false ? 'unwritable' : (disk ?? 'ok'));
    // Before they are read again: news compare with what was known.
    this.#onBatches(batches, asOf);
    const isFirst = this.cursor === null;
    this.cursor = cursor;
    // The server that answers now does not know what this page has missed: it may even have another store.
    if (all) readAllAgain(this.#client);
    else this.#stale.note(isFirst ? ALL : changed);
  }

  close(): void {
    this.#stale.close();
  }
}

/** How a page follows changes. */
export interface Following {
  /** The cursor to begin after; null: unknown, so everything is read again once. */
  since: string | null;
  /** Called with batches that changed, before they are read again. */
  onBatches: (batches: readonly BatchSummary[], asOf: string) => void;
}

/**
 * Keeps the query cache fresh until the returned function is called: by one stream while the tab is visible, by
 * polling if streams do not work or the tab is hidden.
 */
export function startLive(client: QueryClient, following: Following): () => void {
  const stop = new AbortController();
  const follower = new Follower(client, following);
  void follow(client, follower, stop.signal);
  return () => {
    stop.abort();
    follower.close();
    noteLive('starting');
  };
}

async function follow(client: QueryClient, follower: Follower, stop: AbortSignal): Promise<void> {
  let failures = 0;
  let streamAt = 0;
  let displaced = false;
  // Windows do not compete: a displaced one asks for a stream again when it gets the focus.
  const claim = (): void => {
    displaced = false;
  };
  window.addEventListener('focus', claim, { signal: stop });
  document.addEventListener('visibilitychange', claim, { signal: stop });
  while (!stop.aborted) {
    const reached = await poll(client, follower, stop, failures > 0 || document.hidden);
    if (stop.aborted) return;
    if (reached === 'again') streamAt = 0;
    if (reached !== 'no' && !document.hidden && !displaced && Date.now() >= streamAt) {
      const heard = { any: false };
      const end = await readStream(follower, stop, heard);
      if (stop.aborted) return;
      if (end === 'left') continue;
      displaced = end === 'displaced';
      failures = heard.any && end !== 'silent' ? 1 : failures + 1;
      const pause = END_PAUSES[end] ?? STREAM_AGAIN_MS[failures - 1];
      streamAt = Date.now() + (pause ?? 60_000);
      continue;
    }
    const pause = document.hidden ? HIDDEN_POLL_MS : POLL_MS;
    const waits = document.hidden || displaced || reached === 'no';
    const untilStream = waits ? pause : streamAt - Date.now();
    await rest(Math.max(0, Math.min(pause, untilStream)), stop);
  }
}

/** Polls for changes once. @returns `again` if the previous poll failed, `no` if this one does */
async function poll(
  client: QueryClient,
  follower: Follower,
  stop: AbortSignal,
  instead: boolean,
): Promise<'yes' | 'again' | 'no'> {
  try {
    // Through the query cache, so that an ended session is noticed as with any other call.
    const changes = await client.fetchQuery({
      queryKey: ['live'],
      queryFn: ({ signal }) =>
        callWith(LIVE_ROUTES.liveChanges, {
          query: { since: follower.cursor ?? undefined },
          signal,
        }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    });
    if (stop.aborted) return 'no';
    const wasStale = currentLive().mode === 'stale';
    if (instead || wasStale) noteLive('polling');
    follower.apply(changes);
    return wasStale ? 'again' : 'yes';
  } catch (thrown) {
    if (!stop.aborted) noteLive('stale', thrown);
    return 'no';
  }
}

/** Reads one stream to its end. @param heard called when anything arrives */
async function readStream(
  follower: Follower,
  stop: AbortSignal,
  heard: { any: boolean },
): Promise<StreamEnd> {
  const own = new AbortController();
  let end: StreamEnd = 'failed';
  const finish = (reason: StreamEnd): void => {
    if (own.signal.aborted) return;
    end = reason;
    own.abort();
  };
  const leave = (): void => {
    if (stop.aborted || document.hidden) finish('left');
  };
  let watchdog = setTimeout(() => finish('silent'), FIRST_WORD_MS);
  stop.addEventListener('abort', leave, { signal: own.signal });
  document.addEventListener('visibilitychange', leave, { signal: own.signal });
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === END) finish(data === DISPLACED ? 'displaced' : 'ended');
      if (event === CHANGES && !take(follower, data)) finish('failed');
    },
  });
  try {
    for await (const text of openStream(follower.cursor, own.signal)) {
      noteLive('live');
      heard.any = true;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => finish('silent'), SILENCE_MS);
      parser.feed(text);
    }
  } catch {
    // The poll that follows shows why it failed.
  } finally {
    clearTimeout(watchdog);
    own.abort();
  }
  return end;
}

/** The text of the stream in chunks; an empty first one means that it is open. */
async function* openStream(since: string | null, signal: AbortSignal): AsyncGenerator<string> {
  const { method, path } = LIVE_ROUTES.live;
  const url = since === null ? path : `${path}?${new URLSearchParams({ since }).toString()}`;
  const response = await send(method, url, { headers: { Accept: 'text/event-stream' }, signal });
  if (!response.ok || response.body === null) {
    throw new ApiError('unreadable', 'No stream came', response.status);
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Applies the data of one event. @returns whether it could be read */
function take(follower: Follower, data: string): boolean {
  try {
    follower.apply(LiveChanges.parse(JSON.parse(data)));
    return true;
  } catch {
    return false;
  }
}

/** Waits until a time-out, or until the tab is shown, focused or hidden, or the page left. */
function rest(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const wake = (): void => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    stop.addEventListener('abort', wake, { signal: over.signal });
    document.addEventListener('visibilitychange', wake, { signal: over.signal });
    window.addEventListener('focus', wake, { signal: over.signal });
  });
}
