import { lineProblem } from '../contract/texts.ts';
import { beginningOf, oneLine } from '../lib/well-formed.ts';

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
