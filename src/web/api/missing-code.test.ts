import { afterEach, expect, test, vi } from 'vitest';
import {
  CODE_MISSING,
  nameMissingCode,
  reloadIfReachable,
  reloadWhenBack,
  whyMissing,
} from './missing-code.ts';

/** The answer of another version, which this one cannot read. */
const answers = () => Promise.resolve(Response.json({ operator: null }));
const isAway = () => Promise.reject(new TypeError('cut'));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a failed fetch of code gets its own message, so that the router does not reload the page', () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: /assets/map.js');
  nameMissingCode(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(payload.message).toBe(CODE_MISSING);
  expect(payload.message).not.toMatch(/module/i);
});

test('code is missing because the server is unreachable or no longer has it', async () => {
  vi.stubGlobal('fetch', isAway);
  expect(await whyMissing()).toBe('away');
  vi.stubGlobal('fetch', answers);
  expect(await whyMissing()).toBe('gone');
});

test('a page without its code reloads once the server is back, and not before', async () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  vi.stubGlobal('fetch', isAway);
  const stop = reloadWhenBack();
  await vi.advanceTimersByTimeAsync(30_000);
  await reloadIfReachable();
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', answers);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(1);
  stop();
});
