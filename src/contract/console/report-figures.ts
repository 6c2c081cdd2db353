import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { Exception, ExclusionReason } from './report-exceptions.ts';
import { Decimal } from './tariff.ts';

const Count = z.int().nonnegative();

/** Energy by register; `rest` is the energy in none of them. All exact, in the unit. */
const RegisterEnergies = z.object({
  t1: Decimal,
  t2: Decimal,
  t3: Decimal,
  t4: Decimal,
  rest: Decimal,
});

/** Sums of sessions in one energy unit; other units have separate rows. */
export const FigureSums = z.object({
  /** Energy unit, verbatim; null if none was reported. */
  unit: z.string().nullable(),
  sessions: Count,
  energy: Decimal,
  registers: RegisterEnergies,
  /** In the currency, with fees; excludes energy without a price. */
  cost: Decimal,
  fees: Decimal,
  /** Energy without a price, in the unit. */
  unpriced: Decimal,
  /** Milliseconds. */
  durationMs: z.int(),
  /** Percentage points, and the number of sessions with both states of charge. */
  socGain: Decimal,
  socSessions: Count,
  /** Kilometres, and the number of sessions with both ranges. */
  rangeGain: Decimal,
  rangeSessions: Count,
  /** The highest average power of a session, in W. */
  highestAverageW: Decimal.nullable(),
  /** Sessions in it whose energy is in doubt. */
  doubtful: Count,
});
export type FigureSums = z.infer<typeof FigureSums>;

/** A row of a grouped report. */
export const FigureRow = FigureSums.extend({
  /** What it stands for: one key per grouping. Empty for sessions without one. */
  keys: z.array(z.object({ key: z.string(), label: z.string().nullable() })).max(2),
});
export type FigureRow = z.infer<typeof FigureRow>;

export const FIGURE_ORDERS = ['key', 'energy', 'cost', 'sessions', 'duration'] as const;
export type FigureOrder = (typeof FIGURE_ORDERS)[number];

/** A kind of exception with its sessions. */
const ExceptionCount = z.object({
  kind: Exception,
  sessions: Count,
  /** Of these, those that no operator accepted or left out. */
  open: Count,
  entities: Count,
});
export type ExceptionCount = z.infer<typeof ExceptionCount>;

/** How far the sessions behind a report are known. */
export const ReportBasis = z.object({
  entities: Count,
  /** Entities whose sessions were never read, whose last read failed, and that the Service let go. */
  unread: Count,
  failed: Count,
  offboarded: Count,
  /** Offboarded Entities whose sessions were erased; reports that were sealed earlier do not say it. */
  erased: Count.default(0),
  /** Entities whose sessions are not captured. */
  uncaptured: Count,
  /** Archived Entities that it would be of, with sessions in the period: they count only if they are named. */
  archived: Count,
  /** Entities that lack older sessions, and from when on all are known. */
  knownLate: z.object({ entities: Count, from: Instant }).nullable(),
  oldestReadAt: Instant.nullable(),
  /** From here on figures may still grow; null if nothing in the period is provisional. */
  provisionalFrom: Instant.nullable(),
});
export type ReportBasis = z.infer<typeof ReportBasis>;

/** Energy and cost over time of the largest groups; all others are combined. */
export const FigureSeries = z.object({
  grain: z.enum(['hour', 'day', 'week', 'month']),
  unit: z.string().nullable(),
  /** The separate groups, the largest first. */
  groups: z.array(z.object({ key: z.string(), label: z.string().nullable() })),
  points: z.array(
    z.object({
      /** The key of the hour, day, week or month. */
      at: z.string(),
      /** An index into the groups; null for all others together. */
      group: Count.nullable(),
      energy: Decimal,
      cost: Decimal,
    }),
  ),
});
export type FigureSeries = z.infer<typeof FigureSeries>;

/** Sums of another period by the same rules. */
const Compared = z.object({
  from: PlainDate,
  to: PlainDate,
  totals: z.array(FigureSums),
  basis: ReportBasis,
});

export const Figures = z.object({
  /** Dates of the period, both inclusive; null: all time. */
  from: PlainDate.nullable(),
  to: PlainDate.nullable(),
  currency: z.string().nullable(),
  totals: z.array(FigureSums),
  /** Wh, kWh and MWh together in kWh, rounded to a millionth; null unless there are several of them. */
  kwh: Decimal.nullable(),
  groups: z.array(FigureRow),
  /** Number of all groups. */
  count: Count,
  series: FigureSeries.nullable(),
  compared: Compared.nullable(),
  exceptions: z.array(ExceptionCount),
  exclusions: z.array(z.object({ reason: ExclusionReason, sessions: Count })),
  basis: ReportBasis,
});
export type Figures = z.infer<typeof Figures>;

/** How far a computation is: sessions read so far, and of how many. */
export const Computing = z.object({
  state: z.literal('computing'),
  done: Count,
  of: Count,
});

/** A session as it counts in a report. */
export const FigureSession = z.object({
  entityId: Uuid,
  entityName: z.string().nullable(),
  id: Uuid,
  start: Instant.nullable(),
  end: Instant.nullable(),
  /** Zone of its place, if the report uses the clock of each place; null: the zone of the report. */
  zone: z.string().nullable(),
  unit: z.string().nullable(),
  energy: Decimal.nullable(),
  /** Its energy in the report, and in the asked group. */
  counted: Decimal.nullable(),
  registers: z.object({
    t1: Decimal.nullable(),
    t2: Decimal.nullable(),
    t3: Decimal.nullable(),
    t4: Decimal.nullable(),
  }),
  cost: Decimal.nullable(),
  fees: Decimal.nullable(),
  unpriced: Decimal,
  averagePowerW: Decimal.nullable(),
  socStart: Decimal.nullable(),
  socEnd: Decimal.nullable(),
  rangeGainKm: Decimal.nullable(),
  locationId: Uuid.nullable(),
  locationLabel: z.string().nullable(),
  address: z.string().nullable(),
  excluded: ExclusionReason.nullable(),
  exceptions: z.array(Exception),
  /** The earlier session that it repeats, overlaps or continues. */
  pairedWith: Uuid.nullable(),
  decision: z
    .object({
      kind: z.enum(['left-out', 'accepted']),
      reason: z.string(),
      by: z.string(),
      at: Instant,
    })
    .nullable(),
});
export type FigureSession = z.infer<typeof FigureSession>;
