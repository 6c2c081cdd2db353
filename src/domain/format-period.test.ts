import { expect, test } from 'vitest';
import { formatPeriod } from './format-period.ts';

test.each([
  ['2026-10-01', '2026-10-31', 'Oct 2026'],
  ['2024-02-01', '2024-02-29', 'Feb 2024'],
  ['2024-02-01', '2024-02-28', '1 Feb 2024 to 28 Feb 2024'],
  ['2026-10-02', '2026-10-31', '2 Oct 2026 to 31 Oct 2026'],
  ['2026-01-01', '2026-12-31', '2026'],
  ['2026-10-01', '2026-12-31', '1 Oct 2026 to 31 Dec 2026'],
  ['2026-10-05', '2026-10-05', '5 Oct 2026'],
])('%s to %s is %s', (from, to, text) => {
  expect(formatPeriod({ from, to })).toBe(text);
});
