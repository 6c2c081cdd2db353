import { formatDecimal } from './format.ts';

/** Units that a limit of power can be typed in; it is sent in W. */
export const POWER_UNITS = ['W', 'kW', 'MW'] as const;
export type PowerUnit = (typeof POWER_UNITS)[number];

/** By how many decimal places a unit is larger than W. */
const PLACES: Readonly<Record<PowerUnit, number>> = { W: 0, kW: 3, MW: 6 };

/**
 * A decimal number of a unit as the text of the same number of W, digit by digit: nothing is rounded.
 * @returns what is no such number, and a number of W, as it was typed but for spaces around it
 */
export function wattsText(text: string, unit: PowerUnit): string {
  const typed = text.trim();
  const places = PLACES[unit];
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(typed) ?? [];
  if (whole === '' || places === 0) return typed;
  const digits = fraction.padEnd(places, '0');
  const watts = `${whole}${digits.slice(0, places)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(places).replace(/0+$/, '');
  return rest === '' ? watts : `${watts}.${rest}`;
}

/** A number of W with separators and its unit: "5,000 W". */
export function wattsLabel(watts: string): string {
  return `${formatDecimal(watts.trim())} W`;
}
