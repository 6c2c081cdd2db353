import { describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../contract/console/problem.ts';
import { problem } from '../testing/samples.ts';
import { ApiError } from './client.ts';
import { errorText, itemMessages } from './errors.ts';
import { MissingCode } from './missing-code.ts';

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
