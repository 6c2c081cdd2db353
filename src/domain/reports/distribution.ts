import type { ReportDistribution } from '../../contract/console/report-result.ts';
import { MICRO, microsToText } from './exact.ts';

type Bucket = ReportDistribution['buckets'][number];

/** How many values there are from `from` up to the next whole of as many digits. */
export interface ValueCount {
  /** A whole number whose digits after the third are 0; -1 for all that is below zero. */
  from: bigint;
  sessions: number;
}

/** Most buckets before the open one. */
const MOST_BUCKETS = 30n;
/** Of a thousand values, those that the buckets must hold; what is above is in the open one. */
const HELD = 990;

/** The smallest 1, 2 or 5 times a power of ten, of which at most thirty reach over a value. */
function niceWidth(reach: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    for (const digit of [1n, 2n, 5n]) {
      if (reach < digit * power * MOST_BUCKETS) return digit * power;
    }
  }
}

/**
 * Makes buckets of a width of 1, 2 or 5 times a power of ten, mostly 12 to 30 of them. They reach over 99
 * of 100 values, whatever is above is in a last open one: single large values do not squeeze the rest.
 * Every value is in the bucket it belongs to, since no edge lies between numbers of three digits.
 * @param counts in any order
 * @param scale what one of the shown unit is in the whole numbers: a million for millionths
 */
export function bucketsOf(counts: readonly ValueCount[], scale: bigint): Bucket[] {
  const sorted = counts.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const all = sorted.reduce((sum, { sessions }) => sum + sessions, 0);
  if (all === 0) return [];
  let seen = 0;
  let reach = 0n;
  for (const { from, sessions } of sorted) {
    reach = from > 0n ? from : 0n;
    seen += sessions;
    if (seen * 1000 >= all * HELD) break;
  }
  const width = niceWidth(reach);
  const held = reach / width + 1n;
  const buckets = new Map<bigint, number>();
  for (const { from, sessions } of sorted) {
    const at = from < 0n ? 0n : from / width;
    const bucket = at > held ? held : at;
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + sessions);
  }
  const shown = (edge: bigint) => microsToText((edge * MICRO) / scale);
  return Array.from({ length: Number(held) + (buckets.has(held) ? 1 : 0) }, (_, index) => {
    const at = BigInt(index);
    return {
      from: shown(at * width),
      to: at === held ? null : shown((at + 1n) * width),
      sessions: buckets.get(at) ?? 0,
    };
  });
}
