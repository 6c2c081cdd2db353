import { lineProblem } from '../contract/texts.ts';
import { beginningOf, printable } from '../lib/well-formed.ts';

/** Marks that turn text around, and invisible ones that make two texts look the same. */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SPACES = /[\p{Cc}\p{Z}]+/gu;

/** Text of another system on one line: padding and control characters are spaces, hidden marks are removed. */
export function oneLine(told: string): string {
  return printable(told.replace(HIDDEN, '').replace(SPACES, ' ').trim());
}

/**
 * Text of another system, made safe for a line with our own text.
 * @param max longest label, in characters; the page of a Command shows the text in full
 */
export function foreignLabel(told: string, max = 60): string {
  const plain = oneLine(told);
  return plain.length <= max ? plain : `${beginningOf(plain, max)}…`;
}

/**
 * A name, label or address of another system as it is kept and shown, a text that the directory takes.
 * @param max longest result, in characters
 * @returns null if it has no visible character: show its id or that there is none
 */
export function foreignName(told: string | null | undefined, max = Infinity): string | null {
  const plain = oneLine(told ?? '');
  if (plain === '' || lineProblem(plain) !== null) return null;
  return plain.length <= max ? plain : `${beginningOf(plain, max - 1)}…`;
}
