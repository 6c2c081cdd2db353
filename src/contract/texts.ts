import { z } from './zod.ts';

// Line ends other than \n, \r and \t break records; direction marks turn round what stands beside.
const NOT_IN_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const NOT_IN_TEXT = /(?![\n\r\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** Why a text cannot be kept as one line, or null. */
export function lineProblem(text: string): string | null {
  if (NOT_IN_LINE.test(text)) {
    return 'It contains a control character, a line break or a mark of direction.';
  }
  return LONE_SURROGATE.test(text) ? 'It contains half a character.' : visibleProblem(text);
}

/** Scripts whose letters look alike. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Why a text cannot name a person, or null: it is no line, or a word of it could imitate another one. */
export function personProblem(text: string): string | null {
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  const isMixed = words.some((word) => ALIKE.filter((script) => script.test(word)).length > 1);
  const mixed = 'One word of it has letters of several alphabets, which look alike.';
  return lineProblem(text) ?? (isMixed ? mixed : null);
}

function textProblem(text: string): string | null {
  if (NOT_IN_TEXT.test(text)) return 'It contains a control character or a mark of direction.';
  return LONE_SURROGATE.test(text) ? 'It contains half a character.' : visibleProblem(text);
}

function visibleProblem(text: string): string | null {
  return text === '' || VISIBLE.test(text) ? null : 'It has no visible character.';
}

function checked(max: number, problemOf: (text: string) => string | null) {
  return z
    .string()
    .trim()
    .max(max)
    .check((context) => {
      const message = problemOf(context.value);
      if (message !== null) {
        context.issues.push({ code: 'custom', message, input: context.value });
      }
    });
}

/**
 * One line that an operator may leave empty: without control characters, line breaks and marks of direction.
 * For what is sent; kept rows may be older than the rule.
 */
export function lineText(max: number) {
  return checked(max, lineProblem);
}

/** A name as it is sent: a line with at least one visible character. */
export function nameText(max: number) {
  return lineText(max).min(1);
}

/** A note or a reason as it is sent: line breaks and tabs are part of it. */
export function noteText(max: number) {
  return checked(max, textProblem);
}
