import type { GROUP_ORDERS } from './choices.ts';
import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { GROUPINGS } from './choices.ts';
import {
  Exclusion,
  ReportFinding,
  SessionFilterFinding,
  SessionFinding,
} from './report-exceptions.ts';
import { Decimal } from './report-tariff.ts';

/** Energy by register; `rest` is the energy in none of them. All exact, in the group's unit. */
const RegisterEnergies = z.object({
  t1: Decimal,
  t2: Decimal,
  t3: Decimal,
  t4: Decimal,
  rest: Decimal,
});

/** Sums of sessions in one energy unit; other units have separate rows. */
export const ReportSums = z.object({
  /** Energy unit, verbatim; null if none was reported. */
  unit: z.string().nullable(),
  sessions: z.int().nonnegative(),
  energy: Decimal,
  registers: RegisterEnergies,
  /** In the currency of the tariff; excludes energy without a price. */
  cost: Decimal,
  /** Energy without a price, in the unit. */
  unpriced: Decimal,
  /** Milliseconds. */
  durationMs: z.int(),
  /** Percentage points, and the number of sessions with both states of charge. */
  socGain: Decimal,
  socSessions: z.int().nonnegative(),
  /** Kilometres, and the number of sessions with both ranges in km. */
  rangeGain: Decimal,
  rangeSessions: z.int().nonnegative(),
  /** Largest average power of a session, in W; null if none, or not known for this grouping. */
  peakPowerW: Decimal.nullable(),
});
export type ReportSums = z.infer<typeof ReportSums>;

/** How many sessions in the totals have an energy in doubt, per energy unit; units without any are absent. */
export const DoubtfulSessions = z.array(
  z.object({ unit: z.string().nullable(), sessions: z.int().positive() }),
);
export type DoubtfulSessions = z.infer<typeof DoubtfulSessions>;

/** A row of a grouped report. */
export const ReportGroup = ReportSums.extend({
  /** What the row represents: an id, a date, "1-07" for Mondays at 7; empty for sessions without one. */
  key: z.string(),
  /** Its name, if known. */
  label: z.string().nullable(),
  /** Least and largest accuracy of the matches, as reported; only by Location. */
  accuracy: z.object({ min: Decimal, max: Decimal }).nullable(),
  /** Sessions in it whose energy is in doubt; absent where that is not counted: only Entities have it. */
  doubtful: z.int().nonnegative().optional(),
});
export type ReportGroup = z.infer<typeof ReportGroup>;

export const ReportGroups = z.object({
  grouping: z.enum(GROUPINGS),
  /** A row per group and unit: the requested ones, in the requested order. */
  groups: z.array(ReportGroup),
  /** Total number of rows. */
  count: z.int().nonnegative(),
  /** A row per unit. */
  totals: z.array(ReportSums),
  doubtful: DoubtfulSessions,
});
export type ReportGroups = z.infer<typeof ReportGroups>;

export type GroupOrder = (typeof GROUP_ORDERS)[number];

const PlainHour = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:00$/);

/** Energy and cost over time, stacked by the largest groups; all others are combined. */
export const ReportSeries = z.object({
  grain: z.enum(['hour', 'day', 'week', 'month']),
  by: z.enum(['entity', 'collective', 'location', 'address']),
  unit: z.string().nullable(),
  /** Keys of the separate groups, the largest first. */
  groups: z.array(z.object({ key: z.string(), label: z.string().nullable() })),
  points: z.array(
    z.object({
      /** First date of the day, week or month; an hour of the zone's clock as YYYY-MM-DDTHH:00. */
      date: z.union([PlainDate, PlainHour]),
      /** Null for all other groups together. */
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
  /** Zone of its place, if the report uses the clock of each place; null: the zone of the report. */
  zone: z.string().nullable(),
  unit: z.string().nullable(),
  energy: Decimal.nullable(),
  /** Its energy in the requested group. */
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

/** Filters of a run's sessions; all given ones must match. */
export const ReportSessionFilter = z.strictObject({
  entity: Uuid.optional(),
  /** The key of a group of Collectives. */
  collectives: z.string().max(4000).optional(),
  /** A matched Location, or empty if none was matched. */
  location: z.union([Uuid, z.literal('')]).optional(),
  /** An address, or empty if none was reported. */
  address: z.string().max(2000).optional(),
  /** First and last date, in the zone of the run, both inclusive. */
  from: PlainDate.optional(),
  to: PlainDate.optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** 1 Monday to 7 Sunday. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  finding: SessionFilterFinding.optional(),
  /** `none`: only sessions in the totals. */
  excluded: z.union([Exclusion, z.literal('none')]).optional(),
});
export type ReportSessionFilter = z.infer<typeof ReportSessionFilter>;

export const ReportSessionPage = z.object({
  sessions: z.array(ReportSessionRecord),
  /** Cursor of the next page; null on the last one. */
  cursor: z.string().nullable(),
});
export type ReportSessionPage = z.infer<typeof ReportSessionPage>;

/** Findings and exclusions with their counts, including zeros. */
export const ReportFindingCounts = z.object({
  findings: z.array(z.object({ kind: ReportFinding, count: z.int().nonnegative() })),
  exclusions: z.array(z.object({ reason: Exclusion, count: z.int().nonnegative() })),
  /** Empty: none, or a manifest from before they were counted. */
  doubtful: DoubtfulSessions.default([]),
});
export type ReportFindingCounts = z.infer<typeof ReportFindingCounts>;
