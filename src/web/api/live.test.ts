import type { QueryClient } from '@tanstack/react-query';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BatchSummary } from '../../contract/console/batch.ts';
import { BACKGROUND_HEADER, CONSOLE_HEADER } from '../../contract/console/headers.ts';
import { batch, row, uuid } from '../testing/samples.ts';
import { noteAct } from './attention.ts';
import { batchQuery } from './batches.ts';
import { currentLive } from './live-state.ts';
import { HIDDEN_POLL_MS, POLL_MS, SILENCE_MS, startLive } from './live.ts';
import { createQueryClient } from './query-client.ts';

const ASKED = '2026-03-02T14:02:31Z';

interface Stream {
  since: string | null;
  headers: Headers;
  send: (text: string) => void;
  fail: () => void;
}

/** A server whose stream and other answers the test controls. */
class FakeServer {
  streams: Stream[] = [];
  polls: (string | null)[] = [];
  /** Reads of a batch. */
  reads = 0;
  cursor = 'a.10';
  streaming = true;
  down = false;
  signedOut = false;
  detail = batch([row(1), row(2)]);

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://console.test');
    if (this.down) throw new TypeError('refused');
    if (this.signedOut) {
      const problem = { code: 'not_signed_in', source: 'console', errors: [] };
      return Response.json({ ...problem, upstreamStatus: null, requestId: 'r' }, { status: 401 });
    }
    if (pathname.endsWith('/live/changes')) {
      const since = searchParams.get('since');
      this.polls.push(since);
      const all = since !== null && since.split('.')[0] !== this.cursor.split('.')[0];
      return Response.json({ ...changes(this.cursor), all });
    }
    if (pathname.endsWith('/live')) return this.#stream(searchParams.get('since'), init);
    if (pathname.includes('/batches/')) {
      this.reads += 1;
      return Response.json(this.detail);
    }
    return Response.json({}, { status: 404 });
  };

  #stream(since: string | null, init: RequestInit): Response {
    if (!this.streaming) return Response.json({}, { status: 404 });
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    init.signal?.addEventListener('abort', () => controller?.error(new Error('aborted')));
    const headers = new Headers(init.headers);
    this.streams.push({
      since,
      headers,
      send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      fail: () => controller?.error(new Error('reset')),
    });
    return new Response(body, { status: 200 });
  }
}

function changes(cursor: string, ...batches: BatchSummary[]) {
  const changed = batches.length === 0 ? {} : { batches: null, batch: batches.map(({ id }) => id) };
  return { cursor, changed, all: false, batches, asOf: ASKED };
}

function eventText(cursor: string, ...batches: BatchSummary[]): string {
  return `event: changes\ndata: ${JSON.stringify(changes(cursor, ...batches))}\n\n`;
}

let server: FakeServer;
let client: QueryClient;
let stop: () => void;
const onBatches = vi.fn<(batches: readonly BatchSummary[], asOf: string) => void>();
const onSignedOut = vi.fn<() => void>();

function hide(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  client = createQueryClient(onSignedOut);
});

afterEach(() => {
  stop();
  client.clear();
  hide(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function begin(since: string | null = null): void {
  stop = startLive(client, { since, onBatches });
}

test('asks for the starting point, then follows one stream from there', async () => {
  begin();
  await pass();
  expect(server.polls).toEqual([null]);
  expect(server.streams.map(({ since }) => since)).toEqual(['a.10']);
  server.streams[0]?.send(': hello\n\n');
  await pass();
  expect(currentLive().mode).toBe('live');
  await pass(60_000 - 40_000);
  expect(server.polls).toHaveLength(1);
});

test('the stream counts as the page’s own request, even right after an act', async () => {
  noteAct();
  begin();
  await pass();
  const headers = server.streams[0]?.headers;
  expect(headers?.get('Accept')).toBe('text/event-stream');
  expect(headers?.get(CONSOLE_HEADER.name)).toBe(CONSOLE_HEADER.value);
  expect(headers?.get(BACKGROUND_HEADER.name)).toBe(BACKGROUND_HEADER.value);
});

test('a pushed change reads the batch on screen again', async () => {
  const observer = new QueryObserver(client, batchQuery(uuid(800)));
  const leave = observer.subscribe(() => {});
  begin('a.10');
  await pass();
  server.detail = batch([row(1), row(2, { status: 'Sent' })]);
  server.streams[0]?.send(eventText('a.11', batch([]).batch));
  await pass(1000);
  expect(server.reads).toBe(2);
  expect(observer.getCurrentResult().data?.parts[0]?.counts).toEqual({ pending: 1, sent: 1 });
  leave();
});

test('a page that does not know from when it follows reads once again what it shows', async () => {
  const leave = new QueryObserver(client, batchQuery(uuid(800))).subscribe(() => {});
  await pass();
  begin();
  await pass(2000);
  expect(server.reads).toBe(2);
  leave();
});

test('a page that does asks from there, and reads nothing that did not change', async () => {
  const leave = new QueryObserver(client, batchQuery(uuid(800))).subscribe(() => {});
  await pass();
  begin('a.9');
  await pass(2000);
  expect(server.polls).toEqual(['a.9']);
  expect(server.reads).toBe(1);
  leave();
});

test('hands on the batches that changed before they are read again', async () => {
  begin();
  await pass();
  const { batch: ended } = batch([], { id: uuid(800), settled: true });
  server.streams[0]?.send(eventText('a.11', ended));
  await pass();
  expect(onBatches).toHaveBeenLastCalledWith([expect.objectContaining({ id: uuid(800) })], ASKED);
});

test('a broken stream resumes after the last change seen', async () => {
  begin();
  await pass();
  server.streams[0]?.send(eventText('a.14'));
  await pass();
  server.cursor = 'a.14';
  server.streams[0]?.fail();
  await pass(1000);
  expect(new Set(server.polls)).toEqual(new Set([null, 'a.14']));
  expect(server.streams.map(({ since }) => since)).toEqual(['a.10', 'a.14']);
});

test('a page that returns to another server, or one that was started again, reads everything again', async () => {
  const leave = new QueryObserver(client, batchQuery(uuid(800))).subscribe(() => {});
  begin('a.10');
  await pass(2000);
  server.cursor = 'b.0';
  server.streams[0]?.fail();
  await pass(1000);
  expect(server.reads).toBe(2);
  expect(server.streams.at(-1)?.since).toBe('b.0');
  leave();
});

test('if streams do not work it polls every few seconds, and tries a stream now and then', async () => {
  server.streaming = false;
  begin();
  await pass(1000);
  expect(currentLive().mode).toBe('polling');
  const before = server.polls.length;
  await pass(POLL_MS * 4);
  expect(server.polls.length - before).toBeGreaterThanOrEqual(4);
  server.streaming = true;
  for (let second = 0; second < 61 && server.streams.length === 0; second += 1) await pass(1000);
  server.streams.at(-1)?.send(': hello\n\n');
  await pass();
  expect(currentLive().mode).toBe('live');
});

test('a stream without even a heartbeat is abandoned', async () => {
  begin();
  await pass();
  server.streams[0]?.send(': hello\n\n');
  await pass(SILENCE_MS + 10);
  expect(currentLive().mode).toBe('polling');
});

test('a hidden tab holds no stream and polls less often', async () => {
  begin();
  await pass();
  expect(server.streams).toHaveLength(1);
  hide(true);
  await pass();
  const before = server.polls.length;
  await pass(HIDDEN_POLL_MS * 3);
  expect(server.streams).toHaveLength(1);
  expect(server.polls.length - before).toBe(3);
  hide(false);
  await pass();
  expect(server.streams).toHaveLength(2);
});

test('a window displaced by another one polls, and streams again once it gets the focus', async () => {
  begin();
  await pass();
  server.streams[0]?.send('event: end\ndata: displaced\n\n');
  await pass(10 * 60_000);
  expect(server.streams).toHaveLength(1);
  expect(currentLive().mode).toBe('polling');
  expect(server.polls.length).toBeGreaterThan(100);
  window.dispatchEvent(new Event('focus'));
  await pass();
  expect(server.streams).toHaveLength(2);
  server.streams[1]?.send('event: end\ndata: displaced\n\n');
  await pass();
  hide(true);
  await pass();
  hide(false);
  await pass();
  expect(server.streams).toHaveLength(3);
});

test('shows that nothing can be read, and follows again once the server is back', async () => {
  begin();
  await pass();
  server.down = true;
  server.streams[0]?.fail();
  await pass();
  expect(currentLive().mode).toBe('stale');
  expect(currentLive().error).toMatchObject({ kind: 'network' });
  server.down = false;
  await pass(POLL_MS + 10);
  server.streams.at(-1)?.send(': hello\n\n');
  await pass();
  expect(server.streams).toHaveLength(2);
  expect(currentLive().mode).toBe('live');
});

test('notices an ended session', async () => {
  begin();
  await pass();
  server.signedOut = true;
  server.streams[0]?.send('event: end\ndata: session-over\n\n');
  await pass();
  expect(onSignedOut).toHaveBeenCalledTimes(1);
});
