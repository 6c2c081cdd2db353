import type { Grain } from '../../../domain/instant.ts';
import { addDays, nextGrain } from '../../../domain/time.ts';

/** First and last date chosen in a chart, YYYY-MM-DD. */
export interface ChartSpan {
  from: string;
  to: string;
}

/** The days from one bar to another, in either order; each bar covers a whole day, week or month. */
export function spanOf(grain: Grain, a: string, b: string): ChartSpan {
  const [first, last] = a < b ? [a, b] : [b, a];
  return { from: first, to: addDays(nextGrain(grain, last), -1) };
}

/** The part of a span within a period: the first bar of weeks may begin before the period. */
export function spanWithin(span: ChartSpan, period: ChartSpan): ChartSpan {
  return {
    from: span.from < period.from ? period.from : span.from,
    to: span.to > period.to ? period.to : span.to,
  };
}
