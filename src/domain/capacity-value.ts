import { CAPACITY_LIKELY_MAX } from '../contract/battery-capacity.ts';

/** A capacity that can be sent, or the reason why it cannot. */
type CapacityText = { value: number; problem: null } | { value: null; problem: string };

/**
 * Parses a typed capacity.
 * @param unit configured unit, for error messages
 */
export function readCapacity(text: string, unit: string): CapacityText {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null, problem: `Enter the capacity in ${unit}.` };
  if (trimmed.includes(',')) {
    return { value: null, problem: 'Use a point for decimals, and no thousands separators.' };
  }
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(trimmed)) {
    return { value: null, problem: `Enter a number above 0, such as 68 or 13.5, in ${unit}.` };
  }
  const value = Number(trimmed);
  if (value === 0) return { value: null, problem: 'The capacity must be above 0.' };
  if (value > CAPACITY_LIKELY_MAX) {
    return {
      value: null,
      problem: `${trimmed} ${unit} is more than any battery has. Check the unit.`,
    };
  }
  return { value, problem: null };
}

/** Whether a capacity that was read is plausible. The unit is not documented: kWh by convention. */
export function isPlausibleCapacity(value: number): boolean {
  return value > 0 && value <= CAPACITY_LIKELY_MAX;
}
