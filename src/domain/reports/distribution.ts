import type { ReportDistribution } from '../../contract/console/report-result.ts';
import { MICRO, microsToText } from './exact.ts';

type Bucket = ReportDistribution['buckets'][number];

/** The number of values from `from` up to the next whole number with as many digits. */
export interface ValueCount {
  /** A whole number with zeros after the third digit; -1 for everything below zero. */
  from: bigint;
  sessions: number;
}

/** Maximum number of buckets before the open one. */
const MOST_BUCKETS = 30n;
/** Values per thousand that the buckets must cover; larger ones are in the open bucket. */
const HELD = 990;

/** The smallest 1, 2 or 5 times a power of ten with which thirty buckets cover a value. */
function niceWidth(reach: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    for (const digit of [1n, 2n, 5n]) {
      if (reach < digit * power * MOST_BUCKETS) return digit * power;
    }
  }
}

/**
 * Makes buckets with a width of 1, 2 or 5 times a power of ten, usually 12 to 30 of them. They
 * cover 99 of 100 values; larger ones are in a last open bucket, so that outliers do not squeeze
 * the rest. Buckets are exact, since no edge lies between numbers of three digits.
 * @param counts in any order
 * @param scale whole numbers per shown unit: a million for millionths
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
  const below = sorted.reduce((sum, { from, sessions }) => sum + (from < 0n ? sessions : 0), 0);
  for (const { from, sessions } of sorted.filter((one) => one.from >= 0n)) {
    const at = from / width;
    const bucket = at > held ? held : at;
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + sessions);
  }
  const shown = (edge: bigint) => microsToText((edge * MICRO) / scale);
  const above = Array.from({ length: Number(held) + (buckets.has(held) ? 1 : 0) }, (_, index) => {
    const at = BigInt(index);
    return {
      from: shown(at * width),
      to: at === held ? null : shown((at + 1n) * width),
      sessions: buckets.get(at) ?? 0,
    };
  });
  return below === 0 ? above : [{ from: null, to: '0', sessions: below }, ...above];
}
