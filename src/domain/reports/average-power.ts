import type { ReportSums } from '../../contract/console/report-result.ts';
import { divideRounded, microsOfText, microsToText } from './exact.ts';
import { kwhPerUnit } from './report-session.ts';

const MS_PER_HOUR = 3_600_000n;
/** Millionths of W in a milliwatt. Millionths of a kWh by hours are milliwatts already. */
const MICROS_PER_MILLI = 1000n;

/**
 * The average power of sums: their energy by their duration, in W, rounded to a milliwatt, halves away
 * from zero. Energy of sessions without a duration is in it.
 * @returns null where the energy unit is not known, or nothing took any time
 */
export function averagePowerW(
  sums: Pick<ReportSums, 'unit' | 'energy' | 'durationMs'>,
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
