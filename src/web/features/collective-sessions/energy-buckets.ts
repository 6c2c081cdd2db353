import type { DayEnergy } from '../../../contract/console/fleet-entity.ts';
import { DAY_MS, type Grain } from '../../../domain/instant.ts';
import { exactSum, grainFor } from '../../../domain/session-maths.ts';
import { grainDates, startOfGrain } from '../../../domain/time.ts';
import { wholeBar, type TimeBar } from '../../components/charts/time-bar.ts';

/**
 * Energy of days as bars of days, weeks or months; gaps are bars of 0.
 * @param days with a session, oldest first
 * @param grain by default chosen by the length of the period
 */
export function barsOf(
  days: readonly DayEnergy[],
  grain: Grain | undefined,
): { grain: Grain; bars: TimeBar[] } {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return { grain: grain ?? 'day', bars: [] };
  const chosen = grain ?? grainFor((Date.parse(last) - Date.parse(first)) / DAY_MS + 1);
  const byDate = new Map(grainDates(chosen, first, last).map((at): [string, number[]] => [at, []]));
  for (const { date, energy } of days) byDate.get(startOfGrain(chosen, date))?.push(energy);
  return { grain: chosen, bars: [...byDate].map(([date, of]) => wholeBar(date, exactSum(of))) };
}
