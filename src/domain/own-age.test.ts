import { expect, test } from 'vitest';
import { hasOwnAge } from './own-age.ts';

test('only data more than a minute older than its page shows its own age', () => {
  const page = '2026-03-02T14:02:31Z';
  const older = ['2026-03-02T14:03:00Z', '2026-03-02T14:01:31Z', '2026-03-02T14:01:30Z', null];
  expect(older.map((readAt) => hasOwnAge(readAt, page))).toEqual([false, false, true, false]);
});
