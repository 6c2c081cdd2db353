import { describe, expect, test } from 'vitest';
import { lineText, nameText, noteText, personProblem } from './texts.ts';

const HIDDEN = [
  ['a mark of direction', 'Van \u202E7'],
  ['an isolate', 'Van \u20667'],
  ['NUL', 'Van \u0000'],
  ['C1', 'Van \u0085 7'],
  ['a lone surrogate', 'Van \uD83D'],
  ['nothing visible', '\u200B'],
  ['only marks', '\u200D\uFE0F\u00AD'],
] as const;

describe('a name', () => {
  test.each([
    ...HIDDEN,
    ['a line break', 'Van\r\n7'],
    ['a tab', 'Van\t7'],
    ['nothing', '  '],
  ] as const)('may not hold %s', (_, text) =>
    expect(nameText(200).safeParse(text).success).toBe(false),
  );

  test.each(['Zürich', '山田 号', 'فان ٧', '👩‍🔧 Vans', 'א\u200Fב', '7', '–'])('may be %s', (text) =>
    expect(nameText(200).parse(`  ${text} `)).toBe(text),
  );

  test('has a limit; a line that may be missing can be empty', () => {
    expect(nameText(3).safeParse('Vans').success).toBe(false);
    expect(lineText(3).parse(' ')).toBe('');
  });
});

describe('a note', () => {
  test('has line breaks and tabs', () => {
    expect(noteText(100).parse(' a\r\n\tb\n')).toBe('a\r\n\tb');
    expect(noteText(100).parse('')).toBe('');
  });

  test.each(HIDDEN)('may not hold %s', (_, text) => {
    expect(noteText(200).safeParse(text).success).toBe(false);
  });
});

test.each([
  ['Tomasz Nowak', true],
  ['Inês Carvalho-Müller 2', true],
  ['Анна Smith', true],
  ['Ελένη', true],
  ['田中 Tanaka', true],
  ['T\u043emasz', false],
  ['\u0391da', false],
  ['Eve\u202e', false],
])('a person can be named %s: %s', (name, isGood) => {
  expect(personProblem(name) === null).toBe(isGood);
});
