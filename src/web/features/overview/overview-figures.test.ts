import { expect, test } from 'vitest';
import { readsText, verifiedShare, verifiedText } from './overview-figures.tsx';

const ALL = { known: 60, of: 60 };

test('without Commands there is no share, rather than 0 %', () => {
  expect(verifiedShare({})).toBeNull();
});

test('100 % means all, and 0 % none', () => {
  expect(verifiedShare({ verified: 3 })).toBe(100);
  expect(verifiedShare({ verified: 999, failed: 1 })).toBe(99);
  expect(verifiedShare({ verified: 1, failed: 999 })).toBe(1);
  expect(verifiedShare({ failed: 4 })).toBe(0);
});

test('a Command not known to be verified counts against the share', () => {
  expect(verifiedShare({ verified: 9, acknowledged: 1, pending: 8 })).toBe(90);
});

test('the text of a day is final only once all of its Commands have ended', () => {
  expect(
    verifiedText({ verified: 6, failed: 4, sent: 50 }, { verified: 9, failed: 1 }, 50, ALL),
  ).toBe('6 of 60 verified so far · 90 % a week ago');
  expect(verifiedText({ verified: 54, failed: 6 }, {}, 0, ALL)).toBe('90 % verified');
  // By their status alone, acknowledged ones would look final.
  expect(verifiedText({ verified: 54, acknowledged: 6 }, {}, 6, ALL)).toBe(
    '54 of 60 verified so far',
  );
  expect(verifiedText({ pending: 60 }, {}, 60, ALL)).toBe('0 of 60 verified so far');
  expect(verifiedText({}, {}, 0, ALL)).toBe('none was due yet');
});

test('unread Commands do not count as none', () => {
  const some = { known: 3, of: 60 };
  expect(verifiedText({}, {}, 0, some)).toBe('none is known, from 3 of 60 Entities');
  expect(verifiedText({}, {}, 0, null)).toBe('being counted');
  expect(verifiedText({ verified: 2 }, {}, 0, some)).toBe('100 % verified · from 3 of 60 Entities');
});

test('a partly read Entity is not called unread', () => {
  const reads = { fresh: 118, stale: 0, unread: 3, partial: 4, unreadable: 2 };
  expect(readsText(reads, 0)).toBe('118 fresh · 3 not fully read · 4 partly read · 2 unreadable');
  expect(readsText({ ...reads, unread: 0, partial: 0, unreadable: 0 }, 1)).toBe(
    '118 fresh · 1 offboarded',
  );
});
