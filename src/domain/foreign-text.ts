import { beginningOf } from '../lib/well-formed.ts';
import { formatNumber } from './format.ts';

/** Longest text of another system that is kept or shown, in characters. */
export const FOREIGN_MAX = 2000;
/** Longest type or value in a label, in characters; pages of one Command have it whole. */
const LABEL_MAX = 60;
/** They would turn round or hide what stands beside them. */
const CONTROLS = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\n\r\t\u2028\u2029]+/g;

function plain(told: string): string {
  return told.replace(BREAKS, ' ').replace(CONTROLS, '\ufffd');
}

/** A text cut to what is kept of another system's words; how long it was is said. */
export function cutForeign(told: string): string {
  if (told.length <= FOREIGN_MAX) return told;
  return `${beginningOf(told, FOREIGN_MAX)}… (${formatNumber(told.length)} characters)`;
}

/** What another system wrote, fit to be shown: cut, and without what hides or turns round. */
export function foreignText(told: string): string {
  return plain(cutForeign(told));
}

/** The same, short enough to stand in a line with our own words. */
export function foreignLabel(told: string): string {
  const text = plain(told);
  return text.length <= LABEL_MAX ? text : `${beginningOf(text, LABEL_MAX)}…`;
}
