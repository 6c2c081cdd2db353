import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatCountdown } from '../../domain/format.ts';
import { show } from '../testing/render.tsx';
import { CountdownText } from './time-text.tsx';

const NOW = Date.parse('2026-03-02T14:00:00Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [252_000, 'in 4 min 12 s'],
  [65_000, 'in 1 min 05 s'],
  [59_001, 'in 1 min 00 s'],
  [12_000, 'in 12 s'],
  [1, 'in 1 s'],
  [7_500_000, 'in 2 h 05 min'],
])('%i ms ahead reads "%s"', (ms, expected) => {
  expect(formatCountdown(at(ms), NOW)).toBe(expected);
});

test('a past or invalid instant shows no countdown', () => {
  expect([at(0), at(-1), null, 'soon'].map((instant) => formatCountdown(instant, NOW))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a countdown ticks every second, is not announced, and ends', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  await show(<CountdownText instant={at(62_000)} />);
  const text = screen.getByText('in 1 min 02 s');
  expect(text.closest('[aria-live]')).toBeNull();
  await act(async () => vi.advanceTimersByTime(3000));
  expect(screen.getByText('in 59 s')).toBeTruthy();
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(screen.queryByText(/^in /)).toBeNull();
});
