import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test('UTF-8 and marked UTF-16 are read without a remark', () => {
  const utf16 = Buffer.from('\uFEFFZürich', 'utf16le');
  for (const bytes of [Buffer.from('Zürich'), Buffer.from('\uFEFFZürich'), utf16]) {
    expect(decodeText(bytes)).toEqual({ text: 'Zürich', remark: null });
  }
  expect(decodeText(utf16.swap16())).toEqual({ text: 'Zürich', remark: null });
});

test('other bytes are Windows-1252, and it is said', () => {
  expect(decodeText(Buffer.from('Zürich', 'latin1'))).toEqual({
    text: 'Zürich',
    remark: 'Read as Windows-1252.',
  });
});

test('UTF-16 without its mark, and files that are no text, are refused', () => {
  for (const bytes of [Buffer.from('id,name', 'utf16le'), Buffer.from([80, 75, 3, 4, 0, 0])]) {
    expect(decodeText(bytes)).toEqual({ problem: expect.stringContaining('CSV UTF-8') });
  }
});
