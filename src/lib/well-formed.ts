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

/** Marks that turn text around, and invisible ones that make two texts look the same. */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SPACES = /[\p{Cc}\p{Z}]+/gu;

/** Text of another system on one line: padding and control characters are spaces, hidden marks are removed. */
export function oneLine(told: string): string {
  return printable(told.replace(HIDDEN, '').replace(SPACES, ' ').trim());
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
