import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportGroup } from '../../../contract/console/report-result.ts';
import { formatDate, formatPlanned, shortId } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { NO_REGISTER } from '../../../domain/reports/groups.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { addDays, dateIn, nextGrain } from '../../../domain/time.ts';
import { ALL_SESSIONS, COUNTED_SESSIONS, type SessionsSearch } from './run-search.ts';

/** Names of Collectives by id. */
export type Names = ReadonlyMap<string, string>;

const MONTHS = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAYS = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** "07:00–08:00". */
export function hourSpan(hour: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour)}:00–${two(hour + 1)}:00`;
}

/** Weekday and hour of a key like "1-07". */
export function weekdayHourOf(key: string): { weekday: number; hour: number } {
  const [weekday = '0', hour = '0'] = key.split('-');
  return { weekday: Number(weekday), hour: Number(hour) };
}

/** The names of the Collectives of a key, joined by "+". */
export function collectivesLabel(key: string, names: Names): string {
  if (key === '') return 'In no selected Collective';
  return key
    .split('+')
    .map((id) => names.get(id) ?? shortId(id))
    .join(' + ');
}

/**
 * Label of a row of a grouped report.
 * @param zone of the report
 */
export function groupLabel(
  grouping: Grouping,
  group: Pick<ReportGroup, 'key' | 'label'>,
  zone: string,
  names: Names,
): string {
  const { key, label } = group;
  switch (grouping) {
    case 'entity':
      return label ?? shortId(key);
    case 'collective':
      return label ?? collectivesLabel(key, names);
    case 'location':
      // Each Entity has its own Locations, which may have the same label.
      if (key === '') return 'No Location matched';
      return label === null ? shortId(key) : `${label} (${shortId(key)})`;
    case 'address':
      return key === '' ? 'No address reported' : key;
    case 'hour':
      return instantMs(key) === null ? key : formatPlanned(key, zone);
    case 'day':
      return `${DAYS.format(Date.parse(key))}, ${formatDate(key)}`;
    case 'week':
      return `${formatDate(key)} to ${formatDate(addDays(key, 6))}`;
    case 'month':
      return MONTHS.format(Date.parse(key));
    case 'hour-weekday': {
      const { weekday, hour } = weekdayHourOf(key);
      return `${weekdayName(weekday)}, ${hourSpan(hour)}`;
    }
    case 'register':
      return key === NO_REGISTER ? 'In no register' : `Register ${key}`;
  }
}

/** Labels of rows; of Entities or Collectives with one name, the short id tells which. */
export function groupLabels(
  grouping: Grouping,
  groups: readonly Pick<ReportGroup, 'key' | 'label'>[],
  zone: string,
  names: Names,
): string[] {
  const labels = groups.map((group) => groupLabel(grouping, group, zone, names));
  if (grouping !== 'entity' && grouping !== 'collective') return labels;
  const keys = new Map<string, string>();
  const shared = new Set<string>();
  for (const [at, { key }] of groups.entries()) {
    const label = labels[at] ?? '';
    if (keys.has(label) && keys.get(label) !== key) shared.add(label);
    keys.set(label, key);
  }
  return labels.map((label, at) =>
    shared.has(label) ? `${label} (${shortId(groups[at]?.key ?? '')})` : label,
  );
}

/**
 * The sessions of a group, as URL state. An hour that the clock shows twice lists the sessions of
 * both; null: no session belongs to a single register.
 * @param zone of the report
 */
export function sessionsOfGroup(
  grouping: Grouping,
  key: string,
  zone: string,
): Partial<SessionsSearch> | null {
  switch (grouping) {
    case 'entity':
      return { ...COUNTED_SESSIONS, entity: key };
    case 'collective':
      return {
        ...COUNTED_SESSIONS,
        ...(key === '' ? { without: 'collectives' } : { collectives: key }),
      };
    case 'location':
      return { ...COUNTED_SESSIONS, ...(key === '' ? { without: 'location' } : { location: key }) };
    case 'address':
      return { ...COUNTED_SESSIONS, ...(key === '' ? { without: 'address' } : { address: key }) };
    case 'hour': {
      const ms = instantMs(key);
      if (ms === null) return null;
      const date = dateIn(zone, ms);
      return { ...ALL_SESSIONS, from: date, to: date, hour: hourIn(zone, ms) };
    }
    case 'day':
      return { ...ALL_SESSIONS, from: key, to: key };
    case 'week':
    case 'month':
      return { ...ALL_SESSIONS, from: key, to: addDays(nextGrain(grouping, key), -1) };
    case 'hour-weekday':
      return { ...ALL_SESSIONS, ...weekdayHourOf(key) };
    case 'register':
      return null;
  }
}

function hourIn(zone: string, ms: number): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return Number(format.format(ms));
}
