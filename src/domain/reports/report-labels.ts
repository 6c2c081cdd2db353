import {
  PERIOD_PRESETS,
  type Boundary,
  type Grouping,
  type PeriodPreset,
} from '../../contract/console/report-definition.ts';
import { capital } from '../../lib/sentence.ts';
import { formatPeriod } from '../format-period.ts';
import { formatCount, typeLabel } from '../format.ts';
import type { FigureDefinition, ReportScope } from './definition.ts';

/** What the rows of a report represent. */
export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  entity: 'Entity',
  collective: 'Collective',
  location: 'Location',
  address: 'Address',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  'hour-weekday': 'Hour × weekday',
  register: 'Register',
};

/** The period that a session belongs to, for the end of a sentence. */
export const BOUNDARY_LABELS: Readonly<Record<Boundary, string>> = {
  start: 'A session belongs to the period in which it starts',
  end: 'A session belongs to the period in which it ends',
  split: 'A session is split between periods, pro rata by time',
};

/** The name of a period relative to today: "Last 7 days". */
export const presetLabel = (preset: PeriodPreset): string => capital(preset.replaceAll('-', ' '));

/** The period of an address: "Last month", "Feb 2026", "All time". */
export function periodLabel(period: string): string {
  if (period === 'all') return 'All time';
  const preset = PERIOD_PRESETS.find((each) => each === period);
  if (preset !== undefined) return presetLabel(preset);
  const [from = '', to = ''] = period.split('_');
  return formatPeriod({ from, to });
}

/** Up to this many Collectives of a scope are listed by name; more are counted. */
const NAMED_COLLECTIVES = 3;

function collectivesLabel(ids: readonly string[], names: ReadonlyMap<string, string>): string {
  const known = ids.flatMap((id) => names.get(id) ?? []);
  return known.length === ids.length && ids.length <= NAMED_COLLECTIVES
    ? known.join(', ')
    : formatCount(ids.length, 'Collective', 'Collectives');
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * The Entities of a scope: "2 Collectives and type EV".
 * @param names known names of Collectives by id
 */
export function scopeLabel(
  { collectives, entities, types, tags, fleet }: ReportScope,
  names: ReadonlyMap<string, string> = NO_NAMES,
): string {
  if (fleet === true) return 'the whole fleet';
  const parts = [
    collectives.length > 0 ? collectivesLabel(collectives, names) : null,
    types.length > 0 ? `type ${types.map(typeLabel).join(', ')}` : null,
    tags.length > 0 ? `tag ${tags.join(', ')}` : null,
    entities.length > 0 ? formatCount(entities.length, 'listed Entity', 'listed Entities') : null,
  ].filter((part) => part !== null);
  const last = parts.pop() ?? 'no Entity';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** The clock by which a report splits days and hours. */
export function zoneLabel({ zone, siteTime }: Pick<FigureDefinition, 'zone' | 'siteTime'>): string {
  return siteTime ? `the time of each site, else ${zone}` : zone;
}
