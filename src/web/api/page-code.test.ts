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
/** What another version answers; this one cannot read it. */
const SESSION = { operator: null };

/** Stubs fetch: each answer by the end of its address. */
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

test('a failed fetch of code gets words of its own, which the router does not answer with a reload', () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: /assets/map.js');
  nameMissingCode(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(payload.message).toBe(CODE_MISSING);
  expect(payload.message).not.toMatch(/module/i);
});

test('a download that fails is repeated, and the rest follows; what is there is not fetched twice', async () => {
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

test('code is missing because the server is away, has another version, or the download failed', async () => {
  const list = (...files: string[]) => ({ 'page-code.json': () => Response.json(files) });
  const session = { '/session': () => Response.json(SESSION) };
  answer({ ...session, ...list('/assets/index-1.js') });
  expect(await whyMissing(OWN)).toBe('failed');
  answer({ ...session, ...list('/assets/index-2.js') });
  expect(await whyMissing(OWN)).toBe('outdated');
  answer(list('/assets/index-2.js'));
  expect(await whyMissing(OWN)).toBe('away');
});

test('a page without its code is loaded again when the server is back, and not before', async () => {
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
