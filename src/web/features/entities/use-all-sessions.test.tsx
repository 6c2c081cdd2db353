import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { STALE_HEADER, type Stale } from '../../../contract/console/stale.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { session, uuid } from '../../testing/samples.ts';
import { useAllSessions } from './use-all-sessions.ts';

const ENTITY = uuid(700);
const RANGE = { start: '1970-01-01T00:00:00Z', end: null };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Reply = { token: string | null; sessions: number[]; stale?: Stale } | 'forbidden';

const refused = () => {
  const refusal = { code: 'forbidden', source: 'console', errors: [], upstreamStatus: null };
  return new Response(JSON.stringify({ ...refusal, requestId: 'r' }), { status: 403 });
};

/** What the last requests said of the age of their answers. */
let cacheControls: (string | null)[] = [];

/** A service with these pages, by token. */
function serve(pages: Record<string, Reply>): string[] {
  const asked: string[] = [];
  cacheControls = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    if (url.startsWith('/api/console/')) return refused();
    const query = new URL(url, 'http://console.invalid').searchParams;
    asked.push(query.toString());
    cacheControls.push(headers.get('Cache-Control'));
    const reply = pages[query.get('continuationToken') ?? ''];
    if (reply === undefined || reply === 'forbidden') return refused();
    const meta = { continuationToken: reply.token, pageSize: 500 };
    const data = reply.sessions.map((last) => session(last));
    const answer = Response.json({ data, meta });
    if (reply.stale !== undefined) {
      const isAsked = cacheControls.at(-1) !== 'max-stale';
      const stale = isAsked ? reply.stale : { ...reply.stale, reason: null };
      answer.headers.set(STALE_HEADER, encodeURIComponent(JSON.stringify(stale)));
      answer.headers.set('Last-Modified', 'Mon, 02 Mar 2026 08:00:00 GMT');
    }
    return answer;
  });
  return asked;
}

function read() {
  const client = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAllSessions(ENTITY, RANGE), { wrapper }).result;
}

test('reads all pages, always with a start', async () => {
  const asked = serve({
    '': { token: 'b', sessions: [1, 2] },
    b: { token: 'c', sessions: [3] },
    c: { token: null, sessions: [4] },
  });
  const all = read();
  await waitFor(() => expect(all.current.list.state).toBe('complete'));
  expect(all.current.value).toHaveLength(4);
  expect(asked).toHaveLength(3);
  expect(asked.every((query) => query.includes('start=1970-01-01'))).toBe(true);
});

test('a failure in the middle keeps what was read and resumes from there', async () => {
  const pages: Record<string, Reply> = { '': { token: 'b', sessions: [1, 2] }, b: 'forbidden' };
  const asked = serve(pages);
  const all = read();
  await waitFor(() => expect(all.current.list.state).toBe('partial'));
  expect(all.current.value).toHaveLength(2);
  expect(asked).toHaveLength(2);
  pages['b'] = { token: null, sessions: [3] };
  act(() => all.current.list.resume());
  await waitFor(() => expect(all.current.list.state).toBe('complete'));
  expect(all.current.value).toHaveLength(3);
  expect(asked).toHaveLength(3);
});

test('a repeated token stops reading, which then does not count as complete', async () => {
  const asked = serve({ '': { token: 'b', sessions: [1] }, b: { token: 'b', sessions: [2] } });
  const all = read();
  await waitFor(() => expect(all.current.list.state).toBe('partial'));
  expect(all.current.list).toMatchObject({ looped: true, error: null });
  expect(asked).toHaveLength(2);
});

/** What the Service said last, as the proxy answers it. */
const saidLast = (sessions: number[]): Reply => ({
  token: null,
  sessions,
  stale: {
    reason: {
      code: 'upstream_unavailable',
      source: 'service',
      errors: [{ code: null, message: 'Back at four', description: null }],
      upstreamStatus: 503,
      requestId: 'r',
    },
    beforeChange: false,
  },
});

test('if the Service does not answer, what it said last is shown with its age and the reason', async () => {
  serve({ '': saidLast([8, 9]) });
  const all = read();
  await waitFor(() => expect(cacheControls).toEqual(['max-stale', null]));
  await waitFor(() =>
    expect(all.current.live.error).toMatchObject({ message: 'upstream_unavailable' }),
  );
  expect(all.current.value).toHaveLength(2);
  expect(all.current).toMatchObject({
    complete: true,
    stale: { readAt: '2026-03-02T08:00:00.000Z', beforeChange: false },
  });
  expect(all.current.list.asOf).toBe('2026-03-02T08:00:00.000Z');
});

test('the Service’s answer replaces what it said last, and no older one replaces that', async () => {
  const pages: Record<string, Reply> = { '': saidLast([8, 9]) };
  serve(pages);
  const all = read();
  await waitFor(() => expect(all.current.stale).not.toBeNull());
  pages[''] = { token: null, sessions: [1] };
  act(() => all.current.list.refresh());
  await waitFor(() => expect(all.current.stale).toBeNull());
  expect(all.current.value).toHaveLength(1);
  serve({ '': 'forbidden' });
  act(() => all.current.list.refresh());
  await waitFor(() => expect(all.current.live.error).not.toBeNull());
  expect(cacheControls).toEqual(['stale-if-error=0']);
  expect(all.current).toMatchObject({ stale: null, value: [{}] });
});

test('what was never read is none known, not zero', async () => {
  serve({ '': 'forbidden' });
  const all = read();
  await waitFor(() => expect(all.current.live.error).not.toBeNull());
  expect(all.current).toMatchObject({ value: undefined, stale: null });
});
