import { GROUPINGS } from './choices.ts';
import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';

/** Periods relative to today in the report's zone; weeks begin on Monday. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** Longest period, in days. */
const MAX_DAYS = 3 * 366;

const FreeRange = z
  .strictObject({
    kind: z.literal('range'),
    /** First and last date, both inclusive, in the report's zone. */
    from: PlainDate,
    to: PlainDate,
  })
  .refine(({ from, to }) => from <= to, 'the last date is before the first')
  .refine(
    ({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < MAX_DAYS,
    'the period is longer than three years',
  );

export const ReportPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), preset: z.enum(PERIOD_PRESETS) }),
  FreeRange,
]);
export type ReportPeriod = z.infer<typeof ReportPeriod>;

/** The period that a session belongs to: by its start, by its end, or split in proportion to time. */
export const BOUNDARIES = ['start', 'end', 'split'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

export type Grouping = (typeof GROUPINGS)[number];

/** Thresholds above which a session is flagged; kWh. */
export const ReportThresholds = z.strictObject({
  /** Energy of one session from which it is called huge. */
  hugeEnergyKwh: z.number().positive().max(1e6).default(250),
  /** Implied battery capacity from which it is called implausible. */
  implausibleBatteryKwh: z.number().positive().max(1e6).default(200),
});
export type ReportThresholds = z.infer<typeof ReportThresholds>;

const MAX_IDS = 10_000;

/** Entities matched by any of these; each is read once. */
export const ReportScope = z
  .strictObject({
    collectives: z.array(Uuid).max(MAX_IDS),
    entities: z.array(Uuid).max(MAX_IDS),
    types: z.array(z.string().min(1).max(60)).max(50),
    /** Of the Entity itself, or of a Collective that contains it. */
    tags: z.array(z.string().min(1).max(60)).max(50),
    /** Every Entity of the directory on the day of the run; nothing else is chosen then. */
    fleet: z.literal(true).optional(),
  })
  .refine(
    ({ collectives, entities, types, tags, fleet }) =>
      fleet === true || collectives.length + entities.length + types.length + tags.length > 0,
    'no Entity is chosen',
  )
  .refine(
    ({ collectives, entities, types, tags, fleet }) =>
      fleet !== true || collectives.length + entities.length + types.length + tags.length === 0,
    'the whole fleet is chosen, and parts of it beside',
  );

export type ReportScope = z.infer<typeof ReportScope>;

/** A report as an operator defines it. */
export const ReportDefinition = z.strictObject({
  scope: ReportScope,
  period: ReportPeriod,
  /** IANA zone of dates, weekdays and hours. */
  zone: z.string().min(1).max(60),
  /** Sessions with known coordinates use local time there, all others the zone. */
  siteTime: z.boolean().default(false),
  boundary: z.enum(BOUNDARIES),
  grouping: z.enum(GROUPINGS),
  /** The tariff and its version; null for no cost. */
  tariff: z.strictObject({ id: Uuid, version: z.int().positive() }).nullable(),
  thresholds: ReportThresholds,
});
export type ReportDefinition = z.infer<typeof ReportDefinition>;

/** A saved definition: saving it again makes a new version. */
export const SavedDefinition = z.object({
  id: Uuid,
  version: z.int().positive(),
  name: z.string().trim().min(1).max(100),
  definition: ReportDefinition,
  savedAt: Instant,
  /** Name of the operator who saved this version. */
  savedBy: z.string(),
});
export type SavedDefinition = z.infer<typeof SavedDefinition>;
