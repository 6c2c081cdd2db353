import type { ReportSums } from '../../../contract/console/report-result.ts';
import type { Micros } from '../../../domain/reports/exact.ts';
import type { Slice } from '../../../domain/reports/slices.ts';
import type { RollupSums } from '../../../store/schema/report-schema.ts';
import { orderTotals, sumsOf } from '../results/group-sums.ts';
import type { PreparedSession } from '../runs/prepare-sessions.ts';

type UnitTotals = Record<keyof RollupSums, bigint> & { power_max: bigint | null };

/** Totals by energy unit, empty if none was reported: exact like rollups, but in memory. */
export type Totals = Map<string, UnitTotals>;

const noTotals = (): UnitTotals => ({
  sessions: 0n,
  energy: 0n,
  t1: 0n,
  t2: 0n,
  t3: 0n,
  t4: 0n,
  rest: 0n,
  cost: 0n,
  unpriced: 0n,
  duration_ms: 0n,
  soc_gain: 0n,
  soc_sessions: 0n,
  range_gain: 0n,
  range_sessions: 0n,
  power_max: null,
});

function totalsIn(totals: Totals, unit: string): UnitTotals {
  const own = totals.get(unit) ?? noTotals();
  totals.set(unit, own);
  return own;
}

const larger = (a: bigint | null, b: bigint | null) =>
  a === null || (b !== null && b > a) ? b : a;

function addSlice(own: UnitTotals, { energy, registers, cost, unpriced, durationMs }: Slice): void {
  own.cost += cost ?? 0n;
  own.unpriced += unpriced;
  own.duration_ms += BigInt(durationMs);
  // Registers beside a total that cannot be added are in no sum.
  if (energy === null) return;
  const [t1, t2, t3, t4] = registers.map((micros): Micros => micros ?? 0n);
  own.energy += energy;
  own.t1 += t1 ?? 0n;
  own.t2 += t2 ?? 0n;
  own.t3 += t3 ?? 0n;
  own.t4 += t4 ?? 0n;
  own.rest += energy - (t1 ?? 0n) - (t2 ?? 0n) - (t3 ?? 0n) - (t4 ?? 0n);
}

/** Adds a session, unless it is in no total. */
export function addSession(
  totals: Totals,
  { session, sliced: { slices } }: Pick<PreparedSession, 'session' | 'sliced'>,
): void {
  if (slices.length === 0) return;
  const own = totalsIn(totals, session.unit ?? '');
  for (const slice of slices) addSlice(own, slice);
  own.sessions += 1n;
  own.power_max = larger(own.power_max, session.powerMw);
  const { socStart, socEnd, rangeGain } = session;
  if (socStart !== null && socEnd !== null) {
    own.soc_gain += socEnd - socStart;
    own.soc_sessions += 1n;
  }
  if (rangeGain !== null) {
    own.range_gain += rangeGain;
    own.range_sessions += 1n;
  }
}

/** Adds other totals. */
export function addTotals(totals: Totals, others: Totals): void {
  for (const [unit, { power_max: powerMax, ...sums }] of others) {
    const own = totalsIn(totals, unit);
    own.power_max = larger(own.power_max, powerMax);
    for (const name of SUMS) own[name] += sums[name];
  }
}

const SUMS = [
  'sessions',
  'energy',
  't1',
  't2',
  't3',
  't4',
  'rest',
  'cost',
  'unpriced',
  'duration_ms',
  'soc_gain',
  'soc_sessions',
  'range_gain',
  'range_sessions',
] as const satisfies readonly (keyof RollupSums)[];

/** The totals in the form that `readTotals` returns. */
export function shownTotals(totals: Totals): ReportSums[] {
  return orderTotals(
    [...totals].map(([unit, { power_max: powerMax, ...own }]) => {
      const text = (name: keyof RollupSums) => String(own[name]);
      return sumsOf(unit, {
        sessions: text('sessions'),
        energy: text('energy'),
        t1: text('t1'),
        t2: text('t2'),
        t3: text('t3'),
        t4: text('t4'),
        rest: text('rest'),
        cost: text('cost'),
        unpriced: text('unpriced'),
        duration_ms: text('duration_ms'),
        soc_gain: text('soc_gain'),
        soc_sessions: text('soc_sessions'),
        range_gain: text('range_gain'),
        range_sessions: text('range_sessions'),
        power_max: powerMax === null ? null : String(powerMax),
      });
    }),
  );
}
