import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { GROUPINGS } from './report-definition.ts';
import { Exclusion, ReportFinding, SessionFinding } from './report-exceptions.ts';
import { Decimal, PlainDate } from './report-tariff.ts';

/** Energy by register; `rest` is the energy that is in none of them. All exact, in the group's unit. */
const RegisterEnergies = z.object({
  t1: Decimal,
  t2: Decimal,
  t3: Decimal,
  t4: Decimal,
  rest: Decimal,
});

/** Sums of sessions in one energy unit; other units have rows of their own. */
export const ReportSums = z.object({
  /** Energy unit, verbatim; null: none was reported. */
  unit: z.string().nullable(),
  sessions: z.int().nonnegative(),
  energy: Decimal,
  registers: RegisterEnergies,
  /** In the currency of the tariff; energy without a price is not in it. */
  cost: Decimal,
  /** Energy without a price, in the unit. */
  unpriced: Decimal,
  /** Milliseconds. */
  durationMs: z.int(),
  /** Percentage points, and how many sessions have both states of charge. */
  socGain: Decimal,
  socSessions: z.int().nonnegative(),
  /** Kilometres, and how many sessions have both ranges in km. */
  rangeGain: Decimal,
  rangeSessions: z.int().nonnegative(),
  /** Largest average power of a session, in W; null: none, or not known for this grouping. */
  peakPowerW: Decimal.nullable(),
});
export type ReportSums = z.infer<typeof ReportSums>;

/** A row of a grouped report. */
export const ReportGroup = ReportSums.extend({
  /** What the row stands for: an id, a date, "1-07" for Mondays at 7; empty: what has none. */
  key: z.string(),
  /** A name for it, where one is known. */
  label: z.string().nullable(),
  /** Least and largest accuracy of the matches, as reported; only by Location. */
  accuracy: z.object({ min: Decimal, max: Decimal }).nullable(),
});
export type ReportGroup = z.infer<typeof ReportGroup>;

export const ReportGroups = z.object({
  grouping: z.enum(GROUPINGS),
  /** A row per group and unit: those that were asked for, in the order that was asked for. */
  groups: z.array(ReportGroup),
  /** How many rows there are in all. */
  count: z.int().nonnegative(),
  /** A row per unit. */
  totals: z.array(ReportSums),
});
export type ReportGroups = z.infer<typeof ReportGroups>;

/** What groups can be ordered by; `change` is for comparisons alone. */
export const GROUP_ORDERS = ['key', 'energy', 'cost', 'sessions', 'duration'] as const;
export type GroupOrder = (typeof GROUP_ORDERS)[number];

/** Energy and cost over time, stacked by the largest groups; all others are together in one. */
export const ReportSeries = z.object({
  grain: z.enum(['day', 'week', 'month']),
  by: z.enum(['entity', 'collective', 'location', 'address']),
  unit: z.string().nullable(),
  /** Keys of the groups that stand alone, the largest first. */
  groups: z.array(z.object({ key: z.string(), label: z.string().nullable() })),
  points: z.array(
    z.object({
      /** First date of the day, week or month. */
      date: PlainDate,
      /** Null: all groups that do not stand alone. */
      group: z.string().nullable(),
      energy: Decimal,
      cost: Decimal,
    }),
  ),
});
export type ReportSeries = z.infer<typeof ReportSeries>;

/** A session of a report. */
export const ReportSessionRecord = z.object({
  entityId: Uuid,
  entityName: z.string().nullable(),
  id: Uuid,
  start: Instant.nullable(),
  end: Instant.nullable(),
  /** Zone of its place, where the report goes by the clock of each place; null: the zone of the report. */
  zone: z.string().nullable(),
  unit: z.string().nullable(),
  energy: Decimal.nullable(),
  /** What of its energy the group it was asked for has. */
  energyInGroup: Decimal.nullable(),
  registers: z.object({
    t1: Decimal.nullable(),
    t2: Decimal.nullable(),
    t3: Decimal.nullable(),
    t4: Decimal.nullable(),
  }),
  cost: Decimal.nullable(),
  unpriced: Decimal,
  averagePowerW: Decimal.nullable(),
  socStart: Decimal.nullable(),
  socEnd: Decimal.nullable(),
  rangeGainKm: Decimal.nullable(),
  locationId: Uuid.nullable(),
  locationLabel: z.string().nullable(),
  address: z.string().nullable(),
  excluded: Exclusion.nullable(),
  findings: z.array(SessionFinding),
});
export type ReportSessionRecord = z.infer<typeof ReportSessionRecord>;

/** Which sessions of a run are asked for; all that are given must fit. */
export const ReportSessionFilter = z.strictObject({
  entity: Uuid.optional(),
  /** The key of a group of Collectives. */
  collectives: z.string().max(4000).optional(),
  /** A matched Location, or empty: none was matched. */
  location: z.union([Uuid, z.literal('')]).optional(),
  /** An address, or empty: none was reported. */
  address: z.string().max(2000).optional(),
  /** First and last date, in the zone of the run, both inclusive. */
  from: PlainDate.optional(),
  to: PlainDate.optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** 1 Monday to 7 Sunday. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  finding: SessionFinding.optional(),
  /** `none`: only those that count. */
  excluded: z.union([Exclusion, z.literal('none')]).optional(),
});
export type ReportSessionFilter = z.infer<typeof ReportSessionFilter>;

export const ReportSessionPage = z.object({
  sessions: z.array(ReportSessionRecord),
  /** For the next page; null: there is none. */
  cursor: z.string().nullable(),
});
export type ReportSessionPage = z.infer<typeof ReportSessionPage>;

/** Findings and exclusions with their counts; what was not found has a count of 0. */
export const ReportFindingCounts = z.object({
  findings: z.array(z.object({ kind: ReportFinding, count: z.int().nonnegative() })),
  exclusions: z.array(z.object({ reason: Exclusion, count: z.int().nonnegative() })),
});
export type ReportFindingCounts = z.infer<typeof ReportFindingCounts>;

/** How a run differs from an earlier one. */
export const ReportComparison = z.object({
  earlier: Uuid,
  later: Uuid,
  /** Sessions that only one of the two has, that differ, and that are the same. */
  added: z.int().nonnegative(),
  vanished: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  same: z.int().nonnegative(),
  totals: z.object({ earlier: z.array(ReportSums), later: z.array(ReportSums) }),
});
export type ReportComparison = z.infer<typeof ReportComparison>;

/** How many sessions have how much; a session that is in no total is not in it. */
export const ReportDistribution = z.object({
  of: z.enum(['energy', 'duration']),
  unit: z.string().nullable(),
  /** In order; the first may have what is below zero. `to` is exclusive; null: and more. */
  buckets: z.array(
    z.object({
      /** In the unit, or in minutes. */
      from: Decimal,
      to: Decimal.nullable(),
      sessions: z.int().nonnegative(),
    }),
  ),
  /** Sessions without the value. */
  without: z.int().nonnegative(),
});
export type ReportDistribution = z.infer<typeof ReportDistribution>;

/** Sessions in which two runs differ: `before` is of the earlier run, `after` of the later one. */
export const ReportDifferences = z.object({
  sessions: z.array(
    z.object({ before: ReportSessionRecord.nullable(), after: ReportSessionRecord.nullable() }),
  ),
  cursor: z.string().nullable(),
});
export type ReportDifferences = z.infer<typeof ReportDifferences>;

/**
 * Groups of two runs side by side. Days, weeks, months and hours of different periods stand beside each
 * other by their place in the period: the first with the first.
 */
export const ReportGroupComparison = z.object({
  grouping: z.enum(GROUPINGS),
  rows: z.array(
    z.object({
      key: z.string(),
      /** The key in the earlier run, where it is another one. */
      earlierKey: z.string().nullable(),
      label: z.string().nullable(),
      unit: z.string().nullable(),
      earlier: ReportSums.nullable(),
      later: ReportSums.nullable(),
    }),
  ),
  count: z.int().nonnegative(),
});
export type ReportGroupComparison = z.infer<typeof ReportGroupComparison>;
