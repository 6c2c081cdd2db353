import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { uuid } from '../../testing/samples.ts';
import { newRun } from './run.ts';
import { useRun } from './use-offboarding-run.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** A service that answers each Entity with a status, in the order it is asked. */
function serve(statuses: Record<string, number>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method !== 'POST') return new Response('{"data":[]}', { status: 200 });
    const text = typeof init.body === 'string' ? init.body : '';
    const id = Object.keys(statuses).find((each) => text.includes(each)) ?? '';
    asked.push(id);
    const status = statuses[id] ?? 500;
    if (status === 0) throw new TypeError('connection reset');
    if (status === 201) return new Response(JSON.stringify({ id: uuid(90) }), { status });
    const errors = [{ code: null, message: 'There is no such Entity', description: null }];
    const body = { code: 'upstream_refused', source: 'service', errors, upstreamStatus: status };
    return new Response(JSON.stringify({ ...body, requestId: 'r' }), { status });
  });
  return asked;
}

function begin() {
  const client = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useRun(), { wrapper });
}

test('each is asked for once, in order, and has its own result; a lost answer is unknown', async () => {
  const asked = serve({ [uuid(1)]: 201, [uuid(2)]: 404, [uuid(3)]: 0, [uuid(4)]: 201 });
  const { result } = begin();
  act(() => result.current.start(newRun([uuid(1), uuid(2), uuid(3), uuid(4)], () => null)));
  await waitFor(() => expect(result.current.running).toBe(false));
  expect(result.current.items.map(({ state }) => state)).toEqual([
    'created',
    'refused',
    'unknown',
    'created',
  ]);
  expect(result.current.items[1]?.words).toBe('There is no such Entity');
  expect(asked).toEqual([uuid(1), uuid(2), uuid(3), uuid(4)]);

  // Going on asks for none of them again.
  act(() => result.current.resume());
  await waitFor(() => expect(result.current.running).toBe(false));
  expect(asked).toHaveLength(4);
});

test('a run that was stopped goes on after a reload with what still waits', async () => {
  const asked = serve({ [uuid(1)]: 201, [uuid(2)]: 201 });
  const first = begin();
  act(() => {
    first.result.current.start(newRun([uuid(1), uuid(2)], () => null));
    first.result.current.stop();
  });
  await waitFor(() => expect(first.result.current.running).toBe(false));
  expect(asked).toEqual([uuid(1)]);
  first.unmount();
  const second = begin();
  expect(second.result.current.items.map(({ state }) => state)).toEqual(['created', 'waiting']);
  act(() => second.result.current.resume());
  await waitFor(() => expect(second.result.current.running).toBe(false));
  expect(asked).toEqual([uuid(1), uuid(2)]);
});
