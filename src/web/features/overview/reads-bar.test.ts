import { expect, test } from 'vitest';
import { readsText } from './reads-bar.tsx';

test('an Entity of which something was never read is not called unread', () => {
  const reads = { fresh: 118, stale: 0, unread: 3, partial: 4, unreadable: 2 };
  expect(readsText(reads)).toBe('118 fresh · 3 not fully read · 4 partly read · 2 unreadable');
});
