/** Replaces invalid characters. */
const REPLACEMENT = '\ufffd';

/**
 * A text that a database returns unchanged: lone surrogates, which UTF-8 cannot encode, are
 * replaced, and so is NUL, at which SQLite's texts end.
 */
export function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, REPLACEMENT);
}

/** A text without what files cannot hold: control characters but line ends and tabs, and half characters. */
export function printable(text: string): string {
  return text.replace(/(?![\n\r\t])\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/gu, REPLACEMENT);
}

/**
 * The start of a text; never splits a character.
 * @param max longest result, in UTF-16 units
 */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? max - 1 : max);
}
