import { afterEach, expect, test } from 'vitest';
import { keepChange, keptChange } from './kept-capacity.ts';

afterEach(() => sessionStorage.clear());

test('a change is kept per Entity, and an unreadable one counts as none', () => {
  keepChange('a', { before: 50, set: 68 });
  expect(keptChange('a')).toEqual({ before: 50, set: 68 });
  expect(keptChange('b')).toBeNull();
  sessionStorage.setItem('gridhelm-capacity-a', '{"before":"x"}');
  expect(keptChange('a')).toBeNull();
  keepChange('a', null);
  expect(sessionStorage.length).toBe(0);
});
