import type { ReportSessionRecord } from '../../../contract/console/report-result.ts';
import {
  formatDate,
  formatDuration,
  formatExact,
  formatPlanned,
  MISSING,
} from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { collectivesLabel, hourSpan, type Names } from './group-words.ts';
import type { SessionsSearch } from './run-search.ts';

/** The zone by which the times of a session are shown: that of its place, else of the report. */
export function zoneOf(session: ReportSessionRecord, zone: string): string {
  return session.zone ?? zone;
}

/** The start of a session with its offset. @param zone of the report */
export function startWords(session: ReportSessionRecord, zone: string): string {
  return formatPlanned(session.start, zoneOf(session, zone));
}

/** An instant of a session in full. @param zone of the report */
export function exactWords(
  session: ReportSessionRecord,
  instant: string | null,
  zone: string,
): string {
  return formatExact(instant, zoneOf(session, zone));
}

/** How long a session took. */
export function durationWords({ start, end }: ReportSessionRecord): string {
  const [from, to] = [instantMs(start), instantMs(end)];
  return formatDuration(from === null || to === null ? null : to - from);
}

/** What is odd about a session, and why it is in no total, in words. */
export function oddWords({ excluded, findings }: ReportSessionRecord): string[] {
  return [
    ...(excluded === null ? [] : [`In no total: ${EXCLUSION_LABELS[excluded]}`]),
    ...findings.map((kind) => FINDING_LABELS[kind]),
  ];
}

/** A filter of the list of sessions that can be taken away. */
export interface FilterChip {
  label: string;
  /** What is taken away with it. */
  clear: readonly (keyof SessionsSearch)[];
}

const WITHOUT_WORDS = {
  collectives: 'In no chosen Collective',
  location: 'No Location matched',
  address: 'No address reported',
} as const;

function datesWords(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `Until ${formatDate(to ?? '')}`;
  if (from === to) return `On ${formatDate(from)}`;
  return to === undefined ? `From ${formatDate(from)}` : `${formatDate(from)} to ${formatDate(to)}`;
}

/**
 * The filters of the list of sessions in words.
 * @param entityName of the Entity that is asked for, if it is known
 */
export function filterChips(
  search: SessionsSearch,
  entityName: string,
  locationName: string,
  names: Names,
): FilterChip[] {
  const { entity, collectives, location, address, without, from, to } = search;
  const { hour, weekday, finding, excluded } = search;
  const chips: (FilterChip | null)[] = [
    entity === undefined ? null : { label: `Entity ${entityName}`, clear: ['entity'] },
    collectives === undefined
      ? null
      : { label: `In ${collectivesLabel(collectives, names)}`, clear: ['collectives'] },
    location === undefined ? null : { label: `Location ${locationName}`, clear: ['location'] },
    address === undefined ? null : { label: `Address ${address}`, clear: ['address'] },
    without === undefined ? null : { label: WITHOUT_WORDS[without], clear: ['without'] },
    from === undefined && to === undefined
      ? null
      : {
          label: datesWords(from, to),
          clear: ['from', 'to'],
        },
    weekday === undefined ? null : { label: weekdayName(weekday), clear: ['weekday'] },
    hour === undefined ? null : { label: hourSpan(hour), clear: ['hour'] },
    finding === undefined ? null : { label: FINDING_LABELS[finding], clear: ['finding'] },
    excluded === undefined
      ? null
      : {
          label:
            excluded === 'none'
              ? 'Only those in the totals'
              : `In no total: ${EXCLUSION_LABELS[excluded]}`,
          clear: ['excluded'],
        },
  ];
  return chips.filter((chip) => chip !== null);
}

/** Field after field, what differs between two readings of a session. @param zone of the report */
export function differenceWords(
  before: ReportSessionRecord,
  after: ReportSessionRecord,
  zone: string,
): string[] {
  const instant = (value: string | null) => formatExact(value, zone);
  const plain = (value: string | null) => value ?? MISSING;
  const fields: readonly [string, (session: ReportSessionRecord) => string][] = [
    ['start', ({ start }) => instant(start)],
    ['end', ({ end }) => instant(end)],
    ['energy', ({ energy, unit }) => `${plain(energy)} ${unit ?? ''}`],
    ...REGISTERS.map((name): [string, (session: ReportSessionRecord) => string] => [
      name,
      ({ registers }) => plain(registers[name]),
    ]),
    ['average power, W', ({ averagePowerW }) => plain(averagePowerW)],
    ['charge at start', ({ socStart }) => plain(socStart)],
    ['charge at end', ({ socEnd }) => plain(socEnd)],
    ['range gained', ({ rangeGainKm }) => plain(rangeGainKm)],
    ['Location', ({ locationLabel, locationId }) => plain(locationLabel ?? locationId)],
    ['address', ({ address }) => plain(address)],
  ];
  const words = fields.flatMap(([name, of]) =>
    of(before) === of(after) ? [] : [`${name}: ${of(before)} → ${of(after)}`],
  );
  return words.length > 0 ? words : ['A field that reports do not use'];
}
