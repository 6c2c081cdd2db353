import { describe, expect, test, afterEach, vi } from 'vitest';
import { PROBLEM_CODES } from '../../contract/console/problem.ts';
import { problem } from '../testing/samples.ts';
import { ApiError } from './client.ts';
import { errorText, itemMessages } from './errors.ts';
import {
  MissingCode,
  CODE_MISSING,
  nameMissingCode,
  reloadIfReachable,
  reloadWhenBack,
  whyMissing,
} from './missing-code.ts';
import { isConflict, mayBeDone } from './unsafe-outcome.ts';

describe('errorText', () => {
  test('keeps the Service’s words and names it as the source', () => {
    const text = errorText(problem('upstream_refused', 502, 'Collective is locked', 'service'));
    expect(text.source).toBe('service');
    expect(text.serverMessages).toEqual(['Collective is locked']);
    expect(text.requestId).toBe('req-7');
  });

  test.each([
    ['upstream_unavailable', 502, 503, 'The Device Connectivity Service answered 503'],
    ['upstream_timeout', 504, 408, 'The Device Connectivity Service answered 408'],
    ['upstream_refused', 422, 422, 'The Device Connectivity Service refused with 422'],
    ['upstream_unavailable', 502, null, 'The Device Connectivity Service does not answer'],
    ['upstream_timeout', 504, null, 'The Device Connectivity Service took too long'],
  ])('%s of a Service that answered %s with %s', (code, status, upstreamStatus, title) => {
    const text = errorText(problem(code, status, 'Back at four', 'service', upstreamStatus));
    expect(text.title).toBe(title);
    expect(text.serverMessages).toEqual(['Back at four']);
    const away = /cannot reach the Service|stopped waiting/.test(text.detail);
    expect(away).toBe(upstreamStatus === null);
  });

  test('tells an unknown outcome from a failure', () => {
    const text = errorText(problem('outcome_unknown', 504));
    expect(text.title).toBe('Outcome unknown');
    expect(text.advice).toContain('Nothing is sent again automatically');
  });

  test('an unknown code is shown verbatim', () => {
    expect(errorText(problem('tea_time', 418)).detail).toContain('tea_time');
  });

  test('a code such as "constructor" is only a code', () => {
    expect(errorText(problem('constructor', 500)).detail).toContain('constructor');
  });

  test('no answer, an unreadable one of the console or of the Service, and an error of the page are different', () => {
    const titles = [
      errorText(new ApiError('network', 'refused')).title,
      errorText(new ApiError('unreadable', 'not JSON', 200)).title,
      errorText(new ApiError('unreadable', 'not JSON', 200, null, true)).title,
      errorText(new Error('x is undefined')).title,
    ];
    expect(new Set(titles).size).toBe(4);
  });

  test('code that could not be loaded is not an error of the page, and each cause has its advice', () => {
    const texts = (['away', 'gone'] as const).map((reason) => errorText(new MissingCode(reason)));
    for (const { title, serverMessages } of texts) {
      expect([title, serverMessages]).toEqual(['Its code could not be loaded', []]);
    }
    expect(texts[0]?.advice).toContain('as soon as the connection is back');
    expect(texts[1]?.detail).toContain('new version');
    expect(texts[1]?.advice).toContain('Try again');
  });

  test('what the server decides keeps the server’s words', () => {
    const generic = errorText(problem('tea_time', 500)).title;
    const without = PROBLEM_CODES.filter((code) => errorText(problem(code, 500)).title === generic);
    // These answer bugs of the page's code, which an operator cannot fix;
    // after the last one the sign-in page shows the server's words.
    expect(without).toEqual([
      'method_not_allowed',
      'idempotency_key_missing',
      'unsupported_media_type',
      'sign_out_not_stored',
    ]);
  });
});

describe('itemMessages', () => {
  test('joins message and description, once, with the code', () => {
    const item = { code: 'E7', message: 'Locked', description: 'by Ada' };
    expect(itemMessages(item)).toEqual(['Locked – by Ada (E7)']);
    expect(itemMessages({ ...item, description: 'Locked' })).toEqual(['Locked (E7)']);
  });

  test('an item with only a code shows the code, an empty one nothing', () => {
    expect(itemMessages({ code: 'E7', message: null, description: ' ' })).toEqual(['E7']);
    expect(itemMessages({ code: null, message: null, description: null })).toEqual([]);
  });
});

test.each([
  ['no answer came', new ApiError('network', 'reset'), true],
  ['an answer that cannot be read', new ApiError('unreadable', 'odd', 200), true],
  ['the Service took too long', problem('upstream_timeout', 504), true],
  ['the Service is unavailable', problem('upstream_unavailable', 502), true],
  ['an unknown code', problem('something_new', 500), true],
  ['the Service refused', problem('upstream_refused', 409), false],
  ['the role does not permit it', problem('forbidden', 403), false],
  ['the page itself failed before it asked', new TypeError('x'), false],
])('%s', (_, thrown, expected) => {
  expect(mayBeDone(thrown)).toBe(expected);
});

test('only the status of the Service makes a conflict', () => {
  const refused = (upstreamStatus: number | null) =>
    new ApiError('problem', 'upstream_refused', 409, {
      code: 'upstream_refused',
      source: 'service',
      errors: [],
      upstreamStatus,
      requestId: 'r',
    });
  expect(isConflict(refused(409))).toBe(true);
  expect(isConflict(refused(400))).toBe(false);
  expect(isConflict(problem('forbidden', 403))).toBe(false);
});

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
