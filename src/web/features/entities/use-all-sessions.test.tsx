import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { show } from '../../testing/render.tsx';
import { session, uuid } from '../../testing/samples.ts';
import { useAllSessions } from './entities-queries.ts';
import { SessionsSummary } from './sessions-table.tsx';

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

/** A service with these pages, by token. */
function serve(pages: Record<string, Reply>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/console/')) return refused();
    const query = new URL(url, 'http://console.invalid').searchParams;
    asked.push(query.toString());
    const reply = pages[query.get('continuationToken') ?? ''];
    if (reply === undefined || reply === 'forbidden') return refused();
    const meta = { continuationToken: reply.token, pageSize: 500 };
    const data = reply.sessions.map((last) => session(last));
    return Response.json({ data, meta });
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

test('what was never read is none known, not zero', async () => {
  serve({ '': 'forbidden' });
  const all = read();
  await waitFor(() => expect(all.current.live.error).not.toBeNull());
  expect(all.current).toMatchObject({ value: undefined, stale: null });
});

test('the summary adds exactly, by unit, and marks what is doubtful', async () => {
  await show(
    <SessionsSummary
      sessions={[
        session(1, { energy: 0.1 }),
        session(2, { energy: 0.2 }),
        session(3, { energy: 5, unit: 'MWh' }),
        session(4, { energy: 0 }),
      ]}
      exceptions={new Map([['4', [{ kind: 'zero-energy', detail: null }]]])}
      doubtful={new Set([session(1).id])}
      zone="UTC"
      provisionalFrom={Date.parse('2026-02-01T00:00:00Z')}
      complete
    />,
  );
  expect(screen.getByText('0.30 kWh')).toBeTruthy();
  expect(screen.getByText('5.00 MWh')).toBeTruthy();
  const mark = screen.getByRole('link', { name: '1 doubtful' });
  expect(mark.getAttribute('href')).toContain('odd=doubtful');
  const flagged = screen.getByText('Flagged').nextElementSibling;
  expect(flagged?.textContent).toContain('1');
  expect(screen.getByText('provisional from 1 Feb 2026 on')).toBeTruthy();
});
