import type { ReportGroup, ReportSums } from '../../../contract/console/report-result.ts';
import { microsTextToText, microsToText } from '../../../domain/reports/exact.ts';
import { NO_REGISTER } from '../../../domain/reports/groups.ts';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import type { RollupSums } from '../../../store/schema/report-schema.ts';

/** Sums are texts, so that neither JavaScript's numbers nor a driver's round them. */
export type SumTexts = Record<keyof RollupSums, string> & { power_max: string | null };

const text = microsTextToText;

/** Milliwatts as W. */
export function wattsOf(milliwatts: bigint): string {
  return microsToText(milliwatts * 1000n);
}

/**
 * Sums from the database.
 * @param unit verbatim; empty if none was reported
 */
export function sumsOf(unit: string, row: SumTexts): ReportSums {
  return {
    unit: unit === '' ? null : unit,
    sessions: Number(row.sessions),
    energy: text(row.energy),
    registers: {
      t1: text(row.t1),
      t2: text(row.t2),
      t3: text(row.t3),
      t4: text(row.t4),
      rest: text(row.rest),
    },
    cost: text(row.cost),
    unpriced: text(row.unpriced),
    durationMs: Number(row.duration_ms),
    socGain: text(row.soc_gain),
    socSessions: Number(row.soc_sessions),
    rangeGain: text(row.range_gain),
    rangeSessions: Number(row.range_sessions),
    peakPowerW: row.power_max === null ? null : wattsOf(BigInt(row.power_max)),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Totals in order: that of most sessions first. */
export function orderTotals(totals: readonly ReportSums[]): ReportSums[] {
  return totals.toSorted((a, b) => b.sessions - a.sessions || compare(a.unit ?? '', b.unit ?? ''));
}

const NOTHING: ReportSums = {
  unit: null,
  sessions: 0,
  energy: '0',
  registers: { t1: '0', t2: '0', t3: '0', t4: '0', rest: '0' },
  cost: '0',
  unpriced: '0',
  durationMs: 0,
  socGain: '0',
  socSessions: 0,
  rangeGain: '0',
  rangeSessions: 0,
  peakPowerW: null,
};

/** Energy by register, from the totals; no other amount belongs to one register. */
export function registerGroups(totals: readonly ReportSums[]): ReportGroup[] {
  return [...REGISTERS, NO_REGISTER].flatMap((key) =>
    totals.flatMap(({ unit, registers: { t1, t2, t3, t4, rest } }): ReportGroup[] => {
      const energy = { t1, t2, t3, t4, [NO_REGISTER]: rest }[key] ?? '0';
      if (energy === '0') return [];
      const own = { [key === NO_REGISTER ? 'rest' : key]: energy };
      const registers = { ...NOTHING.registers, ...own };
      return [{ ...NOTHING, key, label: null, accuracy: null, unit, energy, registers }];
    }),
  );
}
