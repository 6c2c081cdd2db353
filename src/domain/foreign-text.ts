import { beginningOf } from '../lib/well-formed.ts';
import { oneLine } from '../lib/well-formed.ts';
import { formatNumber } from './format.ts';

/** Longest text of another system that is kept or shown, in characters. */
export const FOREIGN_MAX = 2000;

/** A text cut to what is kept of another system's words, with its full length. */
export function cutForeign(told: string): string {
  if (told.length <= FOREIGN_MAX) return told;
  return `${beginningOf(told, FOREIGN_MAX)}… (${formatNumber(told.length)} characters)`;
}

/** Text of another system, made safe to show: cut, on one line, and without what hides or reverses text. */
export function foreignText(told: string): string {
  return oneLine(cutForeign(told));
}
