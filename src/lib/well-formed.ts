/** The mark that stands for what is no character. */
const REPLACEMENT = '\ufffd';

/**
 * A text that a database gives back as it was stored: halves of surrogate pairs, which UTF-8 does not
 * have, are replaced, and so is NUL, at which SQLite's texts end.
 */
export function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, REPLACEMENT);
}

/**
 * The beginning of a text; never a half of a character.
 * @param max longest result, in UTF-16 units
 */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? max - 1 : max);
}
