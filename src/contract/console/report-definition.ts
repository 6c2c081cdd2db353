import { PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { GROUPINGS } from './choices.ts';
import { Exception, ExclusionReason } from './report-exceptions.ts';

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

/** The period that a session belongs to: by its start, by its end, or split in proportion to time. */
export const BOUNDARIES = ['start', 'end', 'split'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

export type Grouping = (typeof GROUPINGS)[number];

/** Ids separated by dots, which an address keeps as they are. */
const Ids = z
  .string()
  .regex(/^[0-9a-fA-F-]{36}(?:\.[0-9a-fA-F-]{36})*$/, 'must be ids separated by dots');
/** Texts separated by dots, each escaped as in an address, dots as %2E. */
const Names = z.string().regex(/^[^.\s]+(?:\.[^.\s]+)*$/, 'must be texts separated by dots');
/** A tariff in a version, `id_version`. */
const TariffRef = z
  .string()
  .regex(/^[0-9a-fA-F-]{36}_[1-9]\d{0,5}$/, 'must be the id of a tariff and its version');
/** A part of a report and the tariff for it, of which a text is made; a colon and an equals sign may be escaped. */
const PART = String.raw`(?:collective|tag)(?::|%3A)(?:[^.\s%]|%[0-9A-F]{2})+(?:=|%3D)[0-9A-F-]{36}_[1-9]\d{0,5}`;
/** Bytes that are no text cannot be read. */
const isText = (escaped: string) => {
  try {
    return decodeURIComponent(escaped) !== '';
  } catch {
    return false;
  }
};
const DATE = String.raw`\d{4}-\d{2}-\d{2}`;
const grouping = GROUPINGS.join('|');

/** Zones, rules and limits that a definition need not name. */
export const DEFAULTS = {
  period: 'last-month',
  zone: 'UTC',
  rule: 'start',
  by: 'entity',
  huge: 250,
  battery: 200,
  longest: 24,
} as const;

/**
 * A report as it stands in the address of its page and of the API: what it does not name is as usual. Without any of
 * collectives, entities, types and tags it is of the whole fleet.
 */
export const FigureSearch = z.strictObject({
  /** A saved definition, for which the rest of the address is what differs. */
  saved: Uuid.optional(),
  /** A sealed report, in the same way: its Entities, dates and rules as they were. */
  sealed: Uuid.optional(),
  collectives: Ids.optional(),
  entities: Ids.optional(),
  types: Names.optional(),
  /** Of the Entity itself, or of a Collective that contains it. */
  tags: Names.optional(),
  /** One of the usual periods, all time, or the first and the last date. */
  period: z
    .union([z.enum([...PERIOD_PRESETS, 'all']), z.string().regex(new RegExp(`^${DATE}_${DATE}$`))])
    .optional(),
  /** IANA zone of dates, weekdays and hours. */
  zone: z.string().min(1).max(60).optional(),
  /** Sessions with known coordinates use the local time there. */
  clock: z.literal('site').optional(),
  /** The period that a session belongs to. */
  rule: z.enum(BOUNDARIES).optional(),
  /** One or two groupings, separated by a dot. */
  by: z
    .string()
    .regex(new RegExp(`^(?:${grouping})(?:\\.(?:${grouping}))?$`), 'must be one or two groupings')
    .optional(),
  tariff: TariffRef.optional(),
  /** Other tariffs for Collectives and tags: `collective:id=tariff` and `tag:text=tariff`; the first that holds counts. */
  tariffs: z
    .string()
    .regex(
      new RegExp(`^${PART}(?:\\.${PART})*$`, 'i'),
      'must be collective:id=tariff or tag:text=tariff, separated by dots',
    )
    .refine(isText, 'must be escaped as in an address')
    .optional(),
  /** Limits above which a session is an exception: its kWh, the kWh of the implied battery, its hours. */
  huge: z.coerce.number().positive().max(1e6).optional(),
  battery: z.coerce.number().positive().max(1e6).optional(),
  longest: z.coerce.number().positive().max(1e5).optional(),
  /** Which other period the totals are compared with. */
  compare: z.enum(['before', 'last-year']).optional(),
});
export type FigureSearch = z.infer<typeof FigureSearch>;

/** Filters of a report's sessions; all given ones must match. */
export const SessionFilter = z.strictObject({
  inEntity: Uuid.optional(),
  /** The key of a group of Collectives. */
  inCollectives: z.string().max(4000).optional(),
  /** A matched Location. */
  inLocation: Uuid.optional(),
  inAddress: z.string().max(2000).optional(),
  /** In none of the chosen Collectives, without a matched Location, without a reported address. */
  without: z.enum(['collectives', 'location', 'address']).optional(),
  /** First and last date, in the zone of the report, both inclusive. */
  inFrom: PlainDate.optional(),
  inTo: PlainDate.optional(),
  inHour: z.coerce.number().int().min(0).max(23).optional(),
  /** 1 Monday to 7 Sunday. */
  inWeekday: z.coerce.number().int().min(1).max(7).optional(),
  exception: z.enum([...Exception.options, 'doubtful']).optional(),
  /** Absent: those that count; `no`: those that do not; or those left out for one reason. */
  counted: z.enum(['all', 'no', ...ExclusionReason.options]).optional(),
});
export type SessionFilter = z.infer<typeof SessionFilter>;
