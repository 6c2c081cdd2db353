import { expect, test } from 'vitest';
import { breakMessage, chainMessage } from './audit-messages.ts';

const MISSING = { code: 'missing', sequence: 5, last: 7, atEnd: false } as const;

test('a break as a sentence', () => {
  expect(breakMessage({ code: 'changed', sequence: 2 })).toBe('Row 2 is not as it was written.');
  const unlinked = breakMessage({ code: 'unlinked', sequence: 2 });
  expect(unlinked).toBe('Row 2 does not follow the one before it.');
  expect(breakMessage(MISSING)).toBe('Rows 5 to 7 are missing.');
  expect(breakMessage({ ...MISSING, last: 5 })).toBe('Row 5 is missing.');
  expect(breakMessage({ ...MISSING, atEnd: true })).toBe('Rows 5 to 7 are missing at the end.');
});

test('the summary: the first break and the number of others, or no breaks', () => {
  const whole = (more: Partial<Parameters<typeof chainMessage>[0]>) =>
    chainMessage({ rows: 9, breaks: [], breaksTotal: 0, since: 1, ...more });
  expect(whole({})).toBe('All 9 rows are as they were written, and none is missing.');
  expect(whole({ rows: 0 })).toBe('The log is empty.');
  expect(whole({ since: 41 })).toBe(
    'All 9 rows since row 41, the oldest that is kept, are as they were written, and none is missing.',
  );
  const breaks = [MISSING];
  expect(whole({ breaks, breaksTotal: 1 })).toBe('Rows 5 to 7 are missing.');
  expect(whole({ breaks, breaksTotal: 2 })).toBe('Rows 5 to 7 are missing. There is 1 more break.');
  expect(whole({ breaks, breaksTotal: 1001 })).toBe(
    'Rows 5 to 7 are missing. There are 1,000 more breaks.',
  );
});
