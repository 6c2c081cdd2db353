import { formatDecimal } from './format.ts';

/** Units in which a power limit can be typed; it is sent in W. */
export const POWER_UNITS = ['W', 'kW', 'MW'] as const;
export type PowerUnit = (typeof POWER_UNITS)[number];

/** The power of ten by which a unit exceeds W. */
const PLACES: Readonly<Record<PowerUnit, number>> = { W: 0, kW: 3, MW: 6 };

/**
 * Converts a decimal number of a unit to W, digit by digit: nothing is rounded.
 * @returns other text, and a number of W, unchanged apart from surrounding spaces
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

/** A number of W with thousands separators and its unit: "5,000 W"; "5.000" is "5 W". */
export function wattsLabel(watts: string): string {
  const short = watts.trim().replace(/^(\d+)(?:\.0+|(\.\d*?)0+)$/, '$1$2');
  return `${formatDecimal(short)} W`;
}
