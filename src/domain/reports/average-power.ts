import type { FigureSums } from '../../contract/console/report-figures.ts';
import { microsOfText, microsToText } from './exact.ts';
import { divideRounded } from './rounding.ts';
import { kwhPerUnit } from './energy-unit.ts';

const MS_PER_HOUR = 3_600_000n;
/** Millionths of W per milliwatt. Millionths of a kWh by hours are milliwatts already. */
const MICROS_PER_MILLI = 1000n;

/**
 * The average power of sums: energy divided by duration, in W, rounded to a milliwatt, halves away
 * from zero. Includes the energy of sessions without a duration.
 * @returns null if the energy unit is not known, or the duration is zero
 */
export function averagePowerW(
  sums: Pick<FigureSums, 'unit' | 'energy' | 'durationMs'>,
): string | null {
  const unit = kwhPerUnit(sums.unit);
  const energy = microsOfText(sums.energy);
  if (unit === null || energy === null || sums.durationMs <= 0) return null;
  const milliwatts = divideRounded(
    energy * unit.times * MS_PER_HOUR,
    unit.by * BigInt(sums.durationMs),
  );
  return microsToText(milliwatts * MICROS_PER_MILLI);
}
