import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { RawAnswer } from '../upstream/exchange.ts';
import { createCheckedAnswers } from './checked-answers.ts';

const QUESTION = 'GET /api/v1/entities/a24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0/features';
const JSON_TYPE = 'application/json';

const told = (text: string, contentType = JSON_TYPE): RawAnswer => ({
  status: 200,
  contentType,
  dateMs: null,
  retryAfterS: null,
  body: Buffer.from(text),
});
const answers = createCheckedAnswers();
const features = (answer: RawAnswer) =>
  answers.check(ENDPOINTS.listFeatures, QUESTION, answer).body.toString();

test('an answer is what its schema makes of it, each time', () => {
  const extra = told('[{"feature":"A","isEnabled":true,"secret":1}]');
  const known = '[{"feature":"A","isEnabled":true}]';
  expect([features(extra), features(extra)]).toEqual([known, known]);
  expect(features(told('[{"feature":"B","isEnabled":true}]'))).toContain('"B"');
  expect(features(extra)).toBe(known);
});

test('what was taken once is refused to another question, or with another content type', () => {
  const good = '[{"feature":"A","isEnabled":true}]';
  expect(features(told(good))).toBe(good);
  expect(() => features(told(good, 'text/html'))).toThrow('not JSON');
  expect(() => answers.check(ENDPOINTS.getBatteryCapacity, `${QUESTION}?`, told(good))).toThrow(
    'cannot be used',
  );
});

test('what cannot be used is refused each time', () => {
  const wrong = told('[{"feature":1}]');
  expect(() => features(wrong)).toThrow('cannot be used');
  expect(() => features(wrong)).toThrow('cannot be used');
});

test('of a list with items that cannot be used, it is said each time', () => {
  const partly = told('[{"feature":"A","isEnabled":true},{"feature":1}]');
  const both = [0, 1].map(() => answers.check(ENDPOINTS.listFeatures, QUESTION, partly).leftOut);
  expect(both[0]).toContain('"1.feature" is missing or wrong');
  expect(both[1]).toBe(both[0]);
});
