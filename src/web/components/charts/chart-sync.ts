import type { Grain } from '../../../domain/instant.ts';
import { dateIn, startOfGrain } from '../../../domain/time.ts';

/** Makes the charts of a page highlight the same day, week or month. */
export interface ChartSync {
  syncId: string;
  syncMethod: (ticks: readonly { value: unknown }[], data: { activeLabel?: unknown }) => number;
}

/**
 * Charts over the same period, some with a bar per session, some per day, week or month.
 * @param page unique among the pages open at once
 * @param zone IANA zone that decides the date of an instant
 */
export function chartSync(page: string, grain: Grain, zone: string): ChartSync {
  const dateOf = (start: unknown): string => {
    const text = String(start);
    return startOfGrain(grain, text.includes('T') ? dateIn(zone, Date.parse(text)) : text);
  };
  return {
    syncId: page,
    syncMethod: (ticks, { activeLabel }) => {
      if (activeLabel === undefined) return -1;
      // Prefer the same session, then the first one of its day.
      const same = ticks.findIndex(({ value }) => value === activeLabel);
      const date = dateOf(activeLabel);
      return same >= 0 ? same : ticks.findIndex(({ value }) => dateOf(value) === date);
    },
  };
}
