import { Uuid } from '../../contract/primitives.ts';
import { GROUPINGS } from '../../contract/console/choices.ts';
import {
  BOUNDARIES,
  PERIOD_PRESETS,
  ReportDefinition,
  ReportPeriod,
  ReportScope,
  ReportThresholds,
} from '../../contract/console/report-definition.ts';
import { z } from '../../contract/zod.ts';
import { formatCount, formatNumber } from '../format.ts';
import { isTimeZone } from '../instant.ts';
import { readIds } from '../pasted-ids.ts';
import { readNumber, splitUnit, typedText } from '../typed-number.ts';
import { sentence } from '../../lib/sentence.ts';

/** A definition while it is edited: possibly incomplete, numbers and ids as typed. */
export const DefinitionForm = z.object({
  /** The whole fleet; the choices below are kept, but do not count. */
  whole: z.boolean().default(false),
  collectives: z.array(Uuid),
  types: z.array(z.string().min(1).max(60)),
  tags: z.array(z.string().min(1).max(60)),
  /** Ids of Entities as pasted. */
  ids: z.string(),
  period: z.enum([...PERIOD_PRESETS, 'range']),
  /** First and last date of a range; empty if not chosen yet. */
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  siteTime: z.boolean(),
  boundary: z.enum(BOUNDARIES),
  grouping: z.enum(GROUPINGS),
  tariff: z.strictObject({ id: Uuid, version: z.int().positive() }).nullable(),
  /** kWh, as typed. */
  hugeEnergyKwh: z.string(),
  implausibleBatteryKwh: z.string(),
});
export type DefinitionForm = z.infer<typeof DefinitionForm>;

/** The default limits. */
const LIMITS = ReportThresholds.parse({});
/** Maximum number of ids in one definition. */
export const IDS_MAX = 10_000;

/** The form of a new report: the whole fleet and the last full month. @param zone initial IANA zone */
export function firstForm(zone: string): DefinitionForm {
  return { ...emptyForm(zone), whole: true };
}

/** A form with the usual defaults and no Entity chosen. @param zone initial IANA zone */
export function emptyForm(zone: string): DefinitionForm {
  return {
    whole: false,
    collectives: [],
    types: [],
    tags: [],
    ids: '',
    period: 'last-month',
    from: '',
    to: '',
    zone,
    siteTime: false,
    boundary: 'start',
    grouping: 'entity',
    tariff: null,
    hugeEnergyKwh: String(LIMITS.hugeEnergyKwh),
    implausibleBatteryKwh: String(LIMITS.implausibleBatteryKwh),
  };
}

/** The form for a definition. */
export function formOf(definition: ReportDefinition): DefinitionForm {
  const { scope, period, thresholds } = definition;
  const range = period.kind === 'range' ? period : { from: '', to: '' };
  return {
    whole: scope.fleet === true,
    collectives: scope.collectives,
    types: scope.types,
    tags: scope.tags,
    ids: scope.entities.join('\n'),
    period: period.kind === 'range' ? 'range' : period.preset,
    from: range.from,
    to: range.to,
    zone: definition.zone,
    siteTime: definition.siteTime,
    boundary: definition.boundary,
    grouping: definition.grouping,
    tariff: definition.tariff,
    hugeEnergyKwh: typedText(String(thresholds.hugeEnergyKwh)),
    implausibleBatteryKwh: typedText(String(thresholds.implausibleBatteryKwh)),
  };
}

/** The parts of a form that can be invalid. */
type FormPart = 'scope' | 'period' | 'zone' | 'hugeEnergyKwh' | 'implausibleBatteryKwh';

/** The valid parts of a form. */
export interface ReadForm {
  scope: ReportScope | null;
  period: ReportPeriod | null;
  /** Null if something is missing or invalid. */
  definition: ReportDefinition | null;
  problems: Partial<Record<FormPart, string>>;
}

/** A threshold as typed; NaN is refused. */
function kwhOf(text: string): { value: number; problem: string | null } {
  const { value, problem } = readNumber(splitUnit(text, ['kWh']).number);
  return { value: Number(value ?? Number.NaN), problem };
}

const WHOLE: ReportScope = { collectives: [], entities: [], types: [], tags: [], fleet: true };

function readScope(form: DefinitionForm): { scope: ReportScope | null; problem: string | null } {
  if (form.whole) return { scope: WHOLE, problem: null };
  const entities = readIds(form.ids).ids;
  if (entities.length > IDS_MAX) {
    return {
      scope: null,
      problem: `These are ${formatCount(entities.length, 'id', 'ids')}; one report takes at most ${formatNumber(IDS_MAX)}.`,
    };
  }
  const { collectives, types, tags } = form;
  const parsed = ReportScope.safeParse({ collectives, entities, types, tags });
  return parsed.success
    ? { scope: parsed.data, problem: null }
    : { scope: null, problem: sentence(parsed.error.issues[0]?.message ?? '') };
}

function readPeriod(form: DefinitionForm): {
  period: ReportPeriod | null;
  problem: string | null;
} {
  const { period: chosen, from, to } = form;
  if (chosen === 'range' && (from === '' || to === '')) {
    return { period: null, problem: 'Choose the first and the last day.' };
  }
  const parsed = ReportPeriod.safeParse(
    chosen === 'range' ? { kind: 'range', from, to } : { kind: 'preset', preset: chosen },
  );
  return parsed.success
    ? { period: parsed.data, problem: null }
    : { period: null, problem: sentence(parsed.error.issues[0]?.message ?? '') };
}

const THRESHOLDS = ['hugeEnergyKwh', 'implausibleBatteryKwh'] as const;

/** Parses a form into a definition, or lists what is missing. */
export function readForm(form: DefinitionForm): ReadForm {
  const { scope, problem: scopeProblem } = readScope(form);
  const { period, problem: periodProblem } = readPeriod(form);
  const problems: ReadForm['problems'] = {};
  if (scopeProblem !== null) problems.scope = scopeProblem;
  if (periodProblem !== null) problems.period = periodProblem;
  if (!isTimeZone(form.zone)) {
    problems.zone =
      form.zone === '' ? 'Choose a time zone.' : `“${form.zone}” is not a known time zone.`;
  }
  for (const name of THRESHOLDS) {
    const { value, problem } = kwhOf(form[name]);
    if (!ReportThresholds.shape[name].safeParse(value).success) {
      problems[name] = problem ?? 'Enter a number of kWh above 0, at most 1,000,000.';
    }
  }
  const parsed = ReportDefinition.safeParse({
    scope,
    period,
    zone: form.zone,
    siteTime: form.siteTime,
    boundary: form.boundary,
    grouping: form.grouping,
    tariff: form.tariff,
    thresholds: {
      hugeEnergyKwh: kwhOf(form.hugeEnergyKwh).value,
      implausibleBatteryKwh: kwhOf(form.implausibleBatteryKwh).value,
    },
  });
  const right = Object.keys(problems).length === 0 && parsed.success;
  return { scope, period, definition: right ? parsed.data : null, problems };
}
