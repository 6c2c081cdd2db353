import { CAPACITY_LIKELY_MAX } from '../contract/battery-capacity.ts';
import { readNumber, readNumberColumn, splitUnit, type TypedNumber } from './typed-number.ts';

/** A capacity that can be sent, or the reason why it cannot. */
type Capacity = { value: number; problem: null } | { value: null; problem: string };

/** Checks a capacity that is a number. @param unit configured unit, for error messages */
export function checkCapacity(value: number, unit: string): Capacity {
  if (value === 0) return { value: null, problem: 'The capacity must be above 0.' };
  if (!Number.isFinite(value) || value < 0) return { value: null, problem: wanted(unit) };
  return value <= CAPACITY_LIKELY_MAX
    ? { value, problem: null }
    : {
        value: null,
        problem: `${value} ${unit} is more than any battery has. Check the unit.`,
      };
}

/** Parses a typed capacity. @param unit configured unit, which the text may name */
export function readCapacity(text: string, unit: string): Capacity {
  return capacityOf(text, readNumber(splitUnit(text, [unit]).number), unit);
}

/** Parses the capacities of a column, which are written in one notation. */
export function readCapacities(cells: readonly string[], unit: string): Capacity[] {
  const read = readNumberColumn(cells.map((text) => splitUnit(text, [unit]).number));
  return read.map((number, at) => capacityOf(cells[at] ?? '', number, unit));
}

function wanted(unit: string): string {
  return `Enter a number above 0, such as 68 or 13.5, in ${unit}.`;
}

function capacityOf(text: string, { value, problem }: TypedNumber, unit: string): Capacity {
  if (text.trim() === '') return { value: null, problem: `Enter the capacity in ${unit}.` };
  return value !== null && /^\d{1,12}(\.\d{1,6})?$/.test(value)
    ? checkCapacity(Number(value), unit)
    : { value: null, problem: problem ?? wanted(unit) };
}

/** Whether a capacity that was read is plausible. The unit is not documented: kWh by convention. */
export function isPlausibleCapacity(value: number): boolean {
  return value > 0 && value <= CAPACITY_LIKELY_MAX;
}

/** What batteries of a type usually have, in kWh. */
const USUAL_KWH: Readonly<Record<string, readonly [least: number, most: number]>> = {
  EV: [5, 250],
  Battery: [1, 10_000],
};
/** A change by more than this factor is rather a slip of the keyboard. */
const FAR = 2;

/**
 * Whether a new capacity is so far from the present one, or from what its type usually has, that it is asked about.
 * @param before the present one in the same unit; null: none is set
 * @param kwhPer kWh in one of that unit; null: not known
 */
export function isUnusualCapacity(
  value: number,
  before: number | null,
  type: string | null,
  kwhPer: number | null,
): boolean {
  if (before !== null && before > 0) return value > before * FAR || value < before / FAR;
  const usual = USUAL_KWH[type ?? ''];
  if (usual === undefined || kwhPer === null) return false;
  const [least, most] = usual;
  return value * kwhPer < least || value * kwhPer > most;
}
