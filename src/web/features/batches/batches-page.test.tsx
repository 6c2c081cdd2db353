import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { batchList } from '../../testing/batch-samples.ts';
import { show } from '../../testing/render.tsx';
import { batch } from '../../testing/samples.ts';
import { BatchesPage } from './batches-page.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page left open over midnight moves the batches of the day from Today to Yesterday', async () => {
  const faked = ['Date', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ now: Date.parse('2026-03-02T23:30:00'), toFake: [...faked] });
  const sent = batch([], { settled: true, createdAt: '2026-03-02T10:00:00Z' }).batch;
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.includes('/batches')
        ? Response.json(batchList(url.includes('running') ? [] : [sent]))
        : new Response('', { status: 500 }),
    ),
  );
  await show(<BatchesPage search={{}} onSearch={() => {}} />);
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
  await act(async () => vi.advanceTimersByTime(31 * 60_000));
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull();
});
