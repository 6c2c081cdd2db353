import { DAY_MS } from '../../../domain/instant.ts';
import type { DayEnergy } from '../../../contract/console/fleet-entity.ts';
import type { Grain } from '../../../domain/instant.ts';
import { exactSum, grainFor, type EnergyBucket } from '../../../domain/session-maths.ts';
import { addDays, nextGrain, startOfGrain } from '../../../domain/time.ts';

/**
 * Energy of days as days, weeks or months; gaps are buckets with 0.
 * @param days with a session, oldest first
 * @param grain by default chosen by the length of the period
 */
export function bucketsOf(
  days: readonly DayEnergy[],
  grain: Grain | undefined,
): { grain: Grain; buckets: EnergyBucket[] } {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return { grain: grain ?? 'day', buckets: [] };
  const chosen = grain ?? grainFor((Date.parse(last) - Date.parse(first)) / DAY_MS + 1);
  const byDate = new Map<string, DayEnergy[]>();
  const end = addDays(last, 1);
  for (let at = startOfGrain(chosen, first); at < end; at = nextGrain(chosen, at)) {
    byDate.set(at, []);
  }
  for (const day of days) byDate.get(startOfGrain(chosen, day.date))?.push(day);
  return {
    grain: chosen,
    buckets: [...byDate].map(([date, within]) => {
      const energy = exactSum(within.map((day) => day.energy));
      return {
        date,
        energy,
        registers: { t1: 0, t2: 0, t3: 0, t4: 0, other: energy },
        sessions: within.reduce((sum, day) => sum + day.sessions, 0),
      };
    }),
  };
}
