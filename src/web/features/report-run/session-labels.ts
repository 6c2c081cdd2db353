import type { ReportSessionRecord } from '../../../contract/console/report-result.ts';
import { formatDate, formatDuration, formatExact, formatPlanned } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
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
  const chips: (FilterChip | false)[] = [
    entity !== undefined && { label: `Entity ${entityName}`, clear: ['entity'] },
    collectives !== undefined && {
      label: `In ${collectivesLabel(collectives, names)}`,
      clear: ['collectives'],
    },
    location !== undefined && { label: `Location ${locationName}`, clear: ['location'] },
    address !== undefined && { label: `Address ${address}`, clear: ['address'] },
    without !== undefined && { label: WITHOUT_LABELS[without], clear: ['without'] },
    (from !== undefined || to !== undefined) && {
      label: datesLabel(from, to),
      clear: ['from', 'to'],
    },
    weekday !== undefined && { label: weekdayName(weekday), clear: ['weekday'] },
    hour !== undefined && { label: hourSpan(hour), clear: ['hour'] },
    finding !== undefined && {
      label: finding === 'doubtful' ? 'Doubtful energy' : FINDING_LABELS[finding],
      clear: ['finding'],
    },
    excluded === 'none' && { label: 'Only those in the totals', clear: ['excluded'] },
    excluded !== undefined &&
      excluded !== 'none' && {
        label: `In no total: ${EXCLUSION_LABELS[excluded]}`,
        clear: ['excluded'],
      },
  ];
  return chips.filter((chip) => chip !== false);
}
