import { formatDecimal } from './format.ts';
import { readNumber, splitUnit } from './typed-number.ts';

/** Units in which a power limit can be typed; it is sent in W. */
export const POWER_UNITS = ['W', 'kW', 'MW'] as const;
export type PowerUnit = (typeof POWER_UNITS)[number];

/** The power of ten by which a unit exceeds W. */
const PLACES: Readonly<Record<PowerUnit, number>> = { W: 0, kW: 3, MW: 6 };

/** A typed power in W, or the reason why it is ambiguous; text that is no number is unchanged. */
type Power = { watts: string; problem: null } | { watts: null; problem: string };

/** Parses a typed power, which may name its unit. @param unit the chosen unit */
export function readPower(text: string, unit: PowerUnit): Power {
  const typed = splitUnit(text, POWER_UNITS);
  const { value, problem } = readNumber(typed.number);
  if (problem !== null) return { watts: null, problem };
  if (typed.unit !== null && typed.unit !== unit) {
    return { watts: null, problem: `This says ${typed.unit}, but the unit is set to ${unit}.` };
  }
  return { watts: value === null ? text.trim() : wattsText(value, unit), problem: null };
}

/** Converts a decimal number of a unit to W, digit by digit: nothing is rounded. */
function wattsText(decimal: string, unit: PowerUnit): string {
  const places = PLACES[unit];
  const [whole = '', fraction = ''] = decimal.split('.');
  if (places === 0) return decimal;
  const digits = fraction.padEnd(places, '0');
  const watts = `${whole}${digits.slice(0, places)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(places).replace(/0+$/, '');
  return rest === '' ? watts : `${watts}.${rest}`;
}

/** A number of W with thousands separators and its unit: "5,000 W"; "5.000" is "5 W". Other text is unchanged. */
export function wattsLabel(watts: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(watts.trim())) return watts;
  const short = watts.trim().replace(/^(\d+)(?:\.0+|(\.\d*?)0+)$/, '$1$2');
  return `${formatDecimal(short)} W`;
}
