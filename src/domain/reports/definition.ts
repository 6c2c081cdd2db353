import { GROUPINGS } from '../../contract/console/choices.ts';
import {
  DEFAULTS,
  type FigureSearch,
  PERIOD_PRESETS,
  type Boundary,
  type Grouping,
} from '../../contract/console/report-definition.ts';
import type { Span } from '../instant.ts';
import {
  previousPeriod,
  resolveDates,
  resolvePreset,
  samePeriodLastYear,
  type ResolvedPeriod,
} from './periods.ts';

/** Entities matched by any of these, each once; the whole fleet if `fleet` is set. */
export interface ReportScope {
  collectives: string[];
  entities: string[];
  types: string[];
  /** Of the Entity itself, or of a Collective that contains it. */
  tags: string[];
  fleet?: boolean;
}

/** A version of a tariff. */
export interface TariffRef {
  id: string;
  version: number;
}

/** Which Entities a tariff is for: those of a Collective, or with a tag. */
interface TariffChoice {
  of: { collective: string } | { tag: string };
  tariff: TariffRef;
}

/** A report as it is computed. */
export interface FigureDefinition {
  scope: ReportScope;
  period: string;
  zone: string;
  siteTime: boolean;
  rule: Boundary;
  by: Grouping[];
  tariff: TariffRef | null;
  tariffs: TariffChoice[];
  limits: { hugeKwh: number; batteryKwh: number; longestHours: number };
}

/** Texts as one value of an address. */
export function listText(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  return values.map((value) => encodeURIComponent(value).replaceAll('.', '%2E')).join('.');
}

/** The texts of such a value; one that is not escaped rightly is as written. */
function listOf(text: string | undefined): string[] {
  return (text ?? '').split('.').flatMap((part) => {
    if (part === '') return [];
    try {
      return [decodeURIComponent(part)];
    } catch {
      return [part];
    }
  });
}

function tariffOf(text: string | undefined): TariffRef | null {
  const [, id, version] = /^([0-9a-f-]{36})_(\d{1,6})$/i.exec(text ?? '') ?? [];
  return id === undefined ? null : { id: id.toLowerCase(), version: Number(version) };
}

function choicesOf(text: string | undefined): TariffChoice[] {
  return listOf(text).flatMap((part): TariffChoice[] => {
    const [, kind, name = '', ref] = /^(collective|tag):(.+)=([^=]+)$/.exec(part) ?? [];
    const tariff = tariffOf(ref);
    if (kind === undefined || tariff === null) return [];
    return [{ of: kind === 'tag' ? { tag: name } : { collective: name.toLowerCase() }, tariff }];
  });
}

/** The groupings of an address; the same twice is one. */
function groupingsOf(text: string): Grouping[] {
  const named = text.split('.');
  return [...new Set(named)].flatMap((name) => GROUPINGS.find((each) => each === name) ?? []);
}

/** The definition of an address; what it does not name is as usual. A saved one must be put under it before. */
export function definitionOf(search: FigureSearch): FigureDefinition {
  const lower = (text: string | undefined) => listOf(text).map((id) => id.toLowerCase());
  const named = {
    collectives: lower(search.collectives),
    entities: lower(search.entities),
    types: listOf(search.types),
    tags: listOf(search.tags),
  };
  const isWhole = Object.values(named).every((list) => list.length === 0);
  return {
    scope: isWhole ? { ...named, fleet: true } : named,
    period: search.period ?? DEFAULTS.period,
    zone: search.zone ?? DEFAULTS.zone,
    siteTime: search.clock === 'site',
    rule: search.rule ?? DEFAULTS.rule,
    by: groupingsOf(search.by ?? DEFAULTS.by),
    tariff: tariffOf(search.tariff),
    tariffs: choicesOf(search.tariffs),
    limits: {
      hugeKwh: search.huge ?? DEFAULTS.huge,
      batteryKwh: search.battery ?? DEFAULTS.battery,
      longestHours: search.longest ?? DEFAULTS.longest,
    },
  };
}

/** Longer than any session is dated: all time. Sessions without the time that decides have no place in it either. */
const ALL_TIME: Span = { startMs: Date.UTC(1, 0, 1), endMs: Date.UTC(9999, 0, 1) };

/** The period of a report; its dates are null for all time. */
export type FigurePeriod = Span & { zone: string } & (
    | { from: string; to: string }
    | { from: null; to: null }
  );

/**
 * Resolves the period of a definition.
 * @param now milliseconds since the epoch; presets count from its date in the zone
 * @returns null if the last date is before the first
 */
export function periodOf(
  { period, zone }: Pick<FigureDefinition, 'period' | 'zone'>,
  now: number,
): FigurePeriod | null {
  if (period === 'all') return { ...ALL_TIME, zone, from: null, to: null };
  const preset = PERIOD_PRESETS.find((each) => each === period);
  if (preset !== undefined) return resolvePreset(preset, zone, now);
  const [from = '', to = ''] = period.split('_');
  return from > to ? null : resolveDates({ from, to }, zone);
}

/** The period that a report is compared with; all time has none. */
export function comparedPeriod(
  period: FigurePeriod,
  compare: NonNullable<FigureSearch['compare']>,
): ResolvedPeriod | null {
  if (period.from === null) return null;
  return compare === 'before' ? previousPeriod(period) : samePeriodLastYear(period);
}
