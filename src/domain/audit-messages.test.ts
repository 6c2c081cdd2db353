import { expect, test } from 'vitest';
import type { AuditBreak } from '../contract/console/audit.ts';
import { anchorMessage, breakMessage, chainMessage } from './audit-messages.ts';

const MISSING = { code: 'missing', sequence: 5, last: 7, atEnd: false } as const;
const anchoredAt = '2026-03-02T23:30:00Z';

const MESSAGES: Readonly<Record<AuditBreak['code'], [AuditBreak, string]>> = {
  changed: [{ code: 'changed', sequence: 2 }, 'Row 2 is not as it was written.'],
  cut: [
    { code: 'cut', sequence: 2 },
    'Row 2 is not as it was written. An earlier version cut its body inside a character; nothing else differs.',
  ],
  unlinked: [{ code: 'unlinked', sequence: 2 }, 'Row 2 does not follow the one before it.'],
  'changed-since': [
    { code: 'changed-since', sequence: 2 },
    'Row 2 re-anchored the chain, but rows before it have changed since.',
  ],
  missing: [MISSING, 'Rows 5 to 7 are missing.'],
  'not-anchored': [
    { code: 'not-anchored', sequence: 2, anchoredAt },
    'Row 2 is not the one that was anchored on 2 Mar 2026, 23:30:00 UTC.',
  ],
};

test.each(Object.entries(MESSAGES))('a break as a sentence: %s', (_code, [found, message]) => {
  expect(breakMessage(found, 'UTC')).toBe(message);
});

test('one missing row, and rows missing at the end', () => {
  const message = (more: object) => breakMessage({ ...MISSING, ...more }, 'UTC');
  expect(message({ last: 5 })).toBe('Row 5 is missing.');
  expect(message({ atEnd: true })).toBe('Rows 5 to 7 are missing at the end.');
});

test('shows the time of an anchor in the zone of the reader', () => {
  const found = { code: 'not-anchored', sequence: 2, anchoredAt } as const;
  const begin = 'Row 2 is not the one that was anchored on';
  expect(breakMessage(found, 'UTC')).toMatch(`${begin} 2 Mar 2026, 23:30:00`);
  expect(breakMessage(found, 'Europe/Amsterdam')).toMatch(`${begin} 3 Mar 2026, 00:30:00`);
});

test('lines of the anchor file', () => {
  expect(anchorMessage({ code: 'changed', line: 3 })).toBe(
    'Line 3 of audit-anchors.jsonl is not as it was written.',
  );
  expect(anchorMessage({ code: 'unlinked', line: 3 })).toBe(
    'Line 3 of audit-anchors.jsonl does not follow the one before it.',
  );
});

test('the summary: the first break and the number of others, accepted breaks, or no breaks', () => {
  const whole = (more: Partial<Parameters<typeof chainMessage>[0]>) =>
    chainMessage({ rows: 9, breaks: [], breaksTotal: 0, acceptances: [], ...more }, 'UTC');
  expect(whole({})).toBe('All 9 rows are as they were written, and none is missing.');
  expect(whole({ rows: 0 })).toBe('The log is empty.');
  expect(whole({ acceptances: [{ sequence: 4 }, { sequence: 8 }] })).toBe(
    'There are 9 rows. The breaks before row 8 are known and accepted; nothing has changed since.',
  );
  const breaks = [MISSING];
  const accepted = [{ sequence: 4 }];
  expect(whole({ breaks, breaksTotal: 1, acceptances: accepted })).toBe('Rows 5 to 7 are missing.');
  expect(whole({ breaks, breaksTotal: 2 })).toBe('Rows 5 to 7 are missing. There is 1 more break.');
  expect(whole({ breaks, breaksTotal: 1001 })).toBe(
    'Rows 5 to 7 are missing. There are 1,000 more breaks.',
  );
});
