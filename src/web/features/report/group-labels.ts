import type { FigureRow } from '../../../contract/console/report-figures.ts';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { formatDate, formatPlanned, shortId } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { NO_REGISTER } from '../../../domain/reports/groups.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { dateOfDay, zoneCalendar } from '../../../domain/reports/zone-calendar.ts';
import { addDays, nextGrain } from '../../../domain/time.ts';
import type { SessionsSearch } from './report-search.ts';

/** Names of Collectives by id. */
export type Names = ReadonlyMap<string, string>;
/** A key of a group, with its name if the answer has it. */
export type GroupKey = FigureRow['keys'][number];

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
function weekdayHourOf(key: string): { weekday: number; hour: number } {
  const [weekday = '0', hour = '0'] = key.split('-');
  return { weekday: Number(weekday), hour: Number(hour) };
}

/** The names of the Collectives of a key, joined by "+". */
export function collectivesLabel(key: string, names: Names): string {
  if (key === '') return 'In no chosen Collective';
  return key
    .split('+')
    .map((id) => names.get(id) ?? shortId(id))
    .join(' + ');
}

function groupLabel(by: Grouping, { key, label }: GroupKey, zone: string, names: Names): string {
  switch (by) {
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

/**
 * The labels of groups by key; of Entities or Collectives with one name, the short id tells which.
 * @param zone of the report
 */
export function groupLabels(
  by: Grouping,
  keys: readonly GroupKey[],
  zone: string,
  names: Names,
): ReadonlyMap<string, string> {
  const labels = new Map(keys.map((each) => [each.key, groupLabel(by, each, zone, names)]));
  if (by !== 'entity' && by !== 'collective') return labels;
  const known = new Set<string>();
  const shared = new Set<string>();
  for (const label of labels.values()) (known.has(label) ? shared : known).add(label);
  const told = ([key, label]: [string, string]): [string, string] => [
    key,
    shared.has(label) ? `${label} (${shortId(key)})` : label,
  ];
  return new Map([...labels].map(told));
}

function filterOf(by: Grouping, key: string, zone: string): SessionsSearch | null {
  switch (by) {
    case 'entity':
      return { inEntity: key };
    case 'collective':
      return key === '' ? { without: 'collectives' } : { inCollectives: key };
    case 'location':
      return key === '' ? { without: 'location' } : { inLocation: key };
    case 'address':
      return key === '' ? { without: 'address' } : { inAddress: key };
    case 'hour': {
      const ms = instantMs(key);
      if (ms === null) return null;
      const { day, hour } = zoneCalendar(zone).placeOf(ms);
      return { inFrom: dateOfDay(day), inTo: dateOfDay(day), inHour: hour };
    }
    case 'day':
      return { inFrom: key, inTo: key };
    case 'week':
    case 'month':
      return { inFrom: key, inTo: addDays(nextGrain(by, key), -1) };
    case 'hour-weekday': {
      const { weekday, hour } = weekdayHourOf(key);
      return { inWeekday: weekday, inHour: hour };
    }
    case 'register':
      return null;
  }
}

const later = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && b > a) ? b : a;
const earlier = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && b < a) ? b : a;

/**
 * The filter of the sessions of a row; an hour that the clock shows twice lists the sessions of both.
 * @param zone of the report
 * @returns null: no session belongs to a single register
 */
export function sessionsOfRow(
  by: readonly Grouping[],
  keys: readonly GroupKey[],
  zone: string,
): SessionsSearch | null {
  return by.reduce<SessionsSearch | null>((all, each, at) => {
    const own = filterOf(each, keys[at]?.key ?? '', zone);
    if (all === null || own === null) return null;
    // "none" is one word in the address: of two such groups the second decides.
    const dates = {
      inFrom: later(all.inFrom, own.inFrom),
      inTo: earlier(all.inTo, own.inTo),
    };
    return { ...all, ...own, ...dates };
  }, {});
}
