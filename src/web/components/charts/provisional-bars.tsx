import { Cell } from 'recharts';
import { formatDate } from '../../../domain/format.ts';
import type { ChartGrain } from '../../../domain/instant.ts';
import { nextGrain } from '../../../domain/time.ts';
import { PROVISIONAL_OPACITY } from '../provisional.ts';

/** Hours, days, weeks or months, and the first day that may still grow; null: none. */
interface Bars {
  bars: readonly { date: string }[];
  grain: ChartGrain;
  provisionalFrom: string | null;
}

function mayGrow({ grain, provisionalFrom }: Bars, date: string): boolean {
  if (provisionalFrom === null) return false;
  return grain === 'hour'
    ? date.slice(0, provisionalFrom.length) >= provisionalFrom
    : nextGrain(grain, date) > provisionalFrom;
}

/** Makes the provisional bars of a chart lighter, as children of each of its parts. */
export function provisionalCells(of: Bars) {
  return of.bars.map(({ date }) => (
    <Cell key={date} opacity={mayGrow(of, date) ? PROVISIONAL_OPACITY : 1} />
  ));
}

/** "Light: provisional from 1 Mar 2026 on.", or null if no bar is. */
export function lightMeans(of: Bars): string | null {
  const isAny = of.bars.some(({ date }) => mayGrow(of, date));
  return isAny && of.provisionalFrom !== null
    ? `Light: provisional from ${formatDate(of.provisionalFrom)} on.`
    : null;
}
