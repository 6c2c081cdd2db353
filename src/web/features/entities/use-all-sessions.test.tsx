import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { neverRead, storedVan } from '../../testing/fleet-entity-samples.ts';
import { session, uuid } from '../../testing/samples.ts';
import { useAllSessions } from './use-all-sessions.ts';

const ENTITY = uuid(700);
const RANGE = { start: '1970-01-01T00:00:00Z', end: null };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Reply = { token: string | null; sessions: number[] } | 'forbidden';

const refused = () => {
  const refusal = { code: 'forbidden', source: 'console', errors: [], upstreamStatus: null };
  return new Response(JSON.stringify({ ...refusal, requestId: 'r' }), { status: 403 });
};

/** A service with these pages, by token. @param stored the sessions in the console's store */
function serve(pages: Record<string, Reply>, stored?: FleetEntity): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/console/')) {
      return stored === undefined ? refused() : new Response(JSON.stringify(stored));
    }
    const query = new URL(url, 'http://console.invalid').searchParams;
    asked.push(query.toString());
    const reply = pages[query.get('continuationToken') ?? ''];
    if (reply === undefined || reply === 'forbidden') return refused();
    const meta = { continuationToken: reply.token, pageSize: 500 };
    const data = reply.sessions.map((last) => session(last));
    return new Response(JSON.stringify({ data, meta }), { status: 200 });
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

test('if the Service does not answer, stored sessions stay, with their age', async () => {
  serve({ '': 'forbidden' }, storedVan({ sessions: [session(8), session(9)] }));
  const all = read();
  await waitFor(() => expect(all.current.stored).not.toBeNull());
  await waitFor(() => expect(all.current.live.error).not.toBeNull());
  expect(all.current.value).toHaveLength(2);
  // The store has no sessions before 2025, and the period begins in 2000.
  expect(all.current.stored).toMatchObject({
    readAt: '2026-03-02T08:00:00Z',
    state: 'fresh',
    whole: false,
  });
});

test('the Service’s answer replaces stored sessions', async () => {
  serve({ '': { token: null, sessions: [1] } }, storedVan());
  const all = read();
  await waitFor(() => expect(all.current.list.state).toBe('complete'));
  expect(all.current.stored).toBeNull();
  expect(all.current.value).toHaveLength(1);
});

test('an Entity whose sessions were never read shows none, not zero', async () => {
  serve({ '': 'forbidden' }, neverRead());
  const all = read();
  await waitFor(() => expect(all.current.live.error).not.toBeNull());
  expect(all.current).toMatchObject({ value: undefined, stored: null });
});
