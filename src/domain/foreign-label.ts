import { beginningOf } from '../lib/well-formed.ts';

/** Characters that would reverse or hide the text around them. */
const CONTROLS = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of another system, made safe for a line with our own text.
 * @param max longest label, in characters; the page of a Command shows the text in full
 */
export function foreignLabel(told: string, max = 60): string {
  const plain = told.replace(CONTROLS, '\ufffd');
  return plain.length <= max ? plain : `${beginningOf(plain, max)}…`;
}
