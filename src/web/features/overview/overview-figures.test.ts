import { expect, test } from 'vitest';
import { readsText } from './overview-figures.tsx';

test('a partly read Entity is not called unread', () => {
  const reads = { fresh: 118, stale: 0, unread: 3, partial: 4, unreadable: 2 };
  expect(readsText(reads, 0)).toBe('118 fresh · 3 not fully read · 4 partly read · 2 unreadable');
  expect(readsText({ ...reads, unread: 0, partial: 0, unreadable: 0 }, 1)).toBe(
    '118 fresh · 1 offboarded',
  );
});
