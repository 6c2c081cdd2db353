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
import { collectivesLabel, hourSpan, type Names } from './group-labels.ts';
import type { SessionsSearch } from './run-search.ts';

/** The time zone of a session: its place's, else the report's. */
export function zoneOf(session: ReportSessionRecord, zone: string): string {
  return session.zone ?? zone;
}

/** The start of a session with its offset. @param zone of the report */
export function startLabel(session: ReportSessionRecord, zone: string): string {
  return formatPlanned(session.start, zoneOf(session, zone));
}

/** An instant of a session in full. @param zone of the report */
export function exactTimeLabel(
  session: ReportSessionRecord,
  instant: string | null,
  zone: string,
): string {
  return formatExact(instant, zoneOf(session, zone));
}

/** Duration of a session. */
export function durationLabel({ start, end }: ReportSessionRecord): string {
  const [from, to] = [instantMs(start), instantMs(end)];
  return formatDuration(from === null || to === null ? null : to - from);
}

/** Labels of a session's anomalies, and why it is excluded from totals. */
export function anomalyLabels({ excluded, findings }: ReportSessionRecord): string[] {
  return [
    ...(excluded === null ? [] : [`In no total: ${EXCLUSION_LABELS[excluded]}`]),
    ...findings.map((kind) => FINDING_LABELS[kind]),
  ];
}

/** A removable filter of the list of sessions. */
export interface FilterChip {
  label: string;
  /** Keys removed with it. */
  clear: readonly (keyof SessionsSearch)[];
}

const WITHOUT_LABELS = {
  collectives: 'In no selected Collective',
  location: 'No Location matched',
  address: 'No address reported',
} as const;

function datesLabel(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `Until ${formatDate(to ?? '')}`;
  if (from === to) return `On ${formatDate(from)}`;
  return to === undefined ? `From ${formatDate(from)}` : `${formatDate(from)} to ${formatDate(to)}`;
}

/**
 * Labels of the filters of the list of sessions.
 * @param entityName of the filtered Entity, if known
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
    without === undefined ? null : { label: WITHOUT_LABELS[without], clear: ['without'] },
    from === undefined && to === undefined
      ? null
      : {
          label: datesLabel(from, to),
          clear: ['from', 'to'],
        },
    weekday === undefined ? null : { label: weekdayName(weekday), clear: ['weekday'] },
    hour === undefined ? null : { label: hourSpan(hour), clear: ['hour'] },
    finding === undefined
      ? null
      : {
          label: finding === 'doubtful' ? 'Doubtful energy' : FINDING_LABELS[finding],
          clear: ['finding'],
        },
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

/** The differences between two versions of a session, by field. @param zone of the report */
export function sessionDifferences(
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
  const labels = fields.flatMap(([name, of]) =>
    of(before) === of(after) ? [] : [`${name}: ${of(before)} → ${of(after)}`],
  );
  return labels.length > 0 ? labels : ['A field not used by reports'];
}
