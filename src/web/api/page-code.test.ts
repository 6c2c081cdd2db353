import { afterEach, expect, test, vi } from 'vitest';
import {
  CODE_MISSING,
  fetchPageCode,
  nameMissingCode,
  reloadIfReachable,
  reloadWhenBack,
  whyMissing,
} from './page-code.ts';

const OWN = 'http://localhost/assets/index-1.js';
/** The answer of another version, which this one cannot read. */
const SESSION = { operator: null };

/** Stubs fetch with an answer per address ending. */
function answer(by: Readonly<Record<string, () => Response | Promise<Response>>>) {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url);
    const given = Object.entries(by).find(([end]) => url.endsWith(end));
    return given === undefined ? Promise.reject(new TypeError('cut')) : Promise.resolve(given[1]());
  });
  return fetched;
}

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

test('a failed download is repeated, and the rest follows; nothing is fetched twice', async () => {
  vi.useFakeTimers();
  let cut = true;
  const fetched = answer({
    'page-code.json': () => Response.json(['/assets/a.js', '/assets/b.js', '/assets/c.js']),
    'a.js': () => new Response('a'),
    'b.js': () => {
      if (!cut) return new Response('b');
      cut = false;
      return Promise.reject(new TypeError('cut'));
    },
    'c.js': () => new Response('c'),
  });
  void fetchPageCode();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(document.documentElement.dataset['pageCode']).toBe('fetched');
  expect(fetched.filter((url) => url.startsWith('/assets/'))).toEqual([
    '/assets/a.js',
    '/assets/b.js',
    '/assets/b.js',
    '/assets/c.js',
  ]);
});

test('code is missing because the server is unreachable, has another version, or the download failed', async () => {
  const list = (...files: string[]) => ({ 'page-code.json': () => Response.json(files) });
  const session = { '/session': () => Response.json(SESSION) };
  answer({ ...session, ...list('/assets/index-1.js') });
  expect(await whyMissing(OWN)).toBe('failed');
  answer({ ...session, ...list('/assets/index-2.js') });
  expect(await whyMissing(OWN)).toBe('outdated');
  answer(list('/assets/index-2.js'));
  expect(await whyMissing(OWN)).toBe('away');
});

test('a page without its code reloads once the server is back, and not before', async () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  answer({});
  const stop = reloadWhenBack();
  await vi.advanceTimersByTimeAsync(30_000);
  await reloadIfReachable();
  expect(reload).not.toHaveBeenCalled();
  answer({ '/session': () => Response.json(SESSION) });
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(1);
  stop();
});
