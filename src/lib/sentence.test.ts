import { expect, test } from 'vitest';
import { capital, sentence } from './sentence.ts';

test('a sentence begins with a capital and has one end mark', () => {
  expect(capital('kWh')).toBe('KWh');
  expect(sentence('nothing is planned')).toBe('Nothing is planned.');
  expect(sentence('is it on?')).toBe('Is it on?');
  expect(sentence('it said “Not plugged in.”')).toBe('It said “Not plugged in.”');
  expect(sentence('it said “Forbidden”')).toBe('It said “Forbidden”.');
});
