import { expect, test } from 'vitest';
import { knownOfText, noPlansText } from './known-of.ts';

test('a partial read gives the number of Entities', () => {
  expect(knownOfText({ known: 1200, of: 1510 })).toBe('from 1,200 of 1,510 Entities');
  expect(knownOfText({ known: 3, of: 3 })).toBeNull();
});

test('says nothing is planned only for Entities whose Commands were read', () => {
  expect(noPlansText({ known: 3, of: 3 })).toBe('nothing is planned');
  expect(noPlansText({ known: 1, of: 3 })).toBe('nothing is planned, from 1 of 3 Entities');
  expect(noPlansText({ known: 0, of: 3 })).toBe('plans of other systems were not read yet');
  expect(noPlansText({ known: 0, of: 0 })).toBe('nothing is planned');
  expect(noPlansText(null)).toBe('plans of other systems are being counted');
});
