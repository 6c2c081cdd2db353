import { GROUPINGS } from '../../contract/console/choices.ts';
import { ExclusionReason } from '../../contract/console/report-exceptions.ts';
import { FigureSums } from '../../contract/console/report-figures.ts';
import { Decimal, EnergyRate } from '../../contract/console/tariff.ts';
import { BOUNDARIES, PERIOD_PRESETS } from '../../contract/console/report-definition.ts';
import { Instant, PlainDate, Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';

// What reports stored as JSON when they were runs, as far as it is taken over.

const Text = z.array(z.string());
const Count = z.int().nonnegative();

const Described = z.object({
  scope: z.object({ collectives: Text, entities: Text, types: Text, tags: Text }),
  period: z.union([
    z.object({ kind: z.literal('preset'), preset: z.enum(PERIOD_PRESETS) }),
    z.object({ kind: z.literal('range'), from: PlainDate, to: PlainDate }),
  ]),
  zone: z.string(),
  siteTime: z.boolean().default(false),
  boundary: z.enum(BOUNDARIES),
  grouping: z.enum(GROUPINGS),
  tariff: z.object({ id: Uuid, version: z.int().positive() }).nullable(),
  thresholds: z.object({ hugeEnergyKwh: z.number(), implausibleBatteryKwh: z.number() }),
});
export type Definition = z.infer<typeof Described>;
/** A definition, and one with its name. */
export const Definition = Object.assign(Described, {
  saved: z.object({ name: z.string(), definition: Described }),
});

export const Tariff = z.object({
  name: z.string(),
  currency: z.string(),
  zone: z.string(),
  validities: z.array(
    z.object({ validFrom: PlainDate, validTo: PlainDate.nullable(), rate: EnergyRate }),
  ),
});
export type Tariff = z.infer<typeof Tariff>;

const Sums = FigureSums.omit({ fees: true, highestAverageW: true, doubtful: true }).extend({
  peakPowerW: Decimal.nullable(),
});

/** What a sealed run was made of and what came out. */
export const Manifest = z.object({
  definition: Described,
  tariff: z.object({ id: Uuid, version: z.int().positive(), content: Tariff }).nullable(),
  provisionalFrom: Instant.nullable(),
  entities: z.array(
    z.object({
      id: Uuid,
      state: z.string(),
      sessions: Count,
      readAt: Instant.nullable().optional(),
      knownFrom: Instant.nullable().optional(),
    }),
  ),
  units: z.array(z.object({ unit: z.string().nullable(), sessions: Count })),
  findings: z.array(z.object({ kind: z.string(), count: Count })),
  exclusions: z.array(z.object({ reason: ExclusionReason, count: Count })),
  totals: z.array(Sums),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  doubtful: z.array(z.object({ unit: z.string().nullable(), sessions: Count })).default([]),
});
