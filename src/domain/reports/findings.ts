import type { ReportThresholds } from '../../contract/console/report-definition.ts';
import type {
  Exclusion,
  ReportFinding,
  SessionFinding,
} from '../../contract/console/report-exceptions.ts';
import type { Span } from '../instant.ts';
import { EXCEPTION_LABELS } from '../session-maths.ts';
import { MICRO, type Micros } from './exact.ts';
import { kwhPerUnit, type ReportSession } from './report-session.ts';
import { isTooLong, type Sliced } from './slices.ts';

/** The label of each finding. */
export const FINDING_LABELS: Readonly<Record<ReportFinding, string>> = {
  ...EXCEPTION_LABELS,
  overlap: 'Overlaps another session of the Entity',
  'too-long': 'Took longer than 62 days; counted at its start',
  'negative-energy': 'Energy below zero',
  'huge-energy': 'More energy than the limit',
  'out-of-range': 'A value is too large to be added, and is in no total',
  'unknown-unit': 'A unit that is not known',
  'implausible-capacity': 'Energy and states of charge imply a battery above the limit',
  'no-location': 'No location was matched',
  'missing-fields': 'Fields are missing',
  'across-edge': 'Goes over an edge of the period',
  'no-price': 'The tariff has no price for all of its energy',
  'listed-differently': 'Listed twice with different content; the last one counts',
  'capture-off': 'Charge sessions of the Entity are not captured',
  'not-read': 'Sessions of the Entity could not all be read',
  'known-late': 'Older sessions of the Entity are not known',
  duplicates: 'The Service listed sessions more than once; each counts once',
};

/** Labels of the reasons why a session is in no total. */
export const EXCLUSION_LABELS: Readonly<Record<Exclusion, string>> = {
  'outside-period': 'Belongs to another period',
  'no-start': 'Has no start, which decides the period',
  'no-end': 'Has no end, which decides the period',
};

/** A finding of a session and the observed value, for display. */
export interface Finding {
  kind: SessionFinding;
  detail: string | null;
}

/** How far registers may be off the total, from rounding five numbers to a millionth. */
const REGISTER_TOLERANCE: Micros = 2n;
const FULL_SOC = 100n * MICRO;

/** Energy in millionths of a kWh, or null if the unit is not known. */
function kwhMicros(session: ReportSession): Micros | null {
  const unit = kwhPerUnit(session.unit);
  return session.energy === null || unit === null ? null : (session.energy * unit.times) / unit.by;
}

/**
 * The battery capacity implied by the energy and the states of charge of a session, in millionths
 * of a kWh, rounded down, losses included. Null if it cannot be computed.
 */
export function impliedCapacity(session: ReportSession): Micros | null {
  const energy = kwhMicros(session);
  const { socStart, socEnd } = session;
  if (energy === null || socStart === null || socEnd === null || socEnd <= socStart) return null;
  return (energy * FULL_SOC) / (socEnd - socStart);
}

const kwhText = (micros: Micros) => `${Number(micros / 1000n) / 1000} kWh`;

function ofTimes(session: ReportSession, period: Span): Finding[] {
  const { startMs, endMs } = session;
  if (startMs === null || endMs === null) return [{ kind: 'no-times', detail: null }];
  const found: Finding[] = [];
  if (endMs < startMs) found.push({ kind: 'end-before-start', detail: null });
  if (isTooLong(session)) found.push({ kind: 'too-long', detail: null });
  const crosses = (edge: number) => startMs < edge && endMs > edge;
  if (crosses(period.startMs)) {
    found.push({ kind: 'across-edge', detail: 'Began before the period.' });
  } else if (crosses(period.endMs)) {
    found.push({ kind: 'across-edge', detail: 'Ended after the period.' });
  }
  return found;
}

function ofEnergy(session: ReportSession, thresholds: ReportThresholds): Finding[] {
  const { energy, registers } = session;
  const found: Finding[] = [];
  if (session.outOfRange) found.push({ kind: 'out-of-range', detail: null });
  if (energy === null) return [...found, { kind: 'no-energy', detail: null }];
  if (energy === 0n) found.push({ kind: 'zero-energy', detail: null });
  if (energy < 0n) found.push({ kind: 'negative-energy', detail: null });
  const kwh = kwhMicros(session);
  if (kwh !== null && Number(kwh) >= thresholds.hugeEnergyKwh * Number(MICRO)) {
    found.push({ kind: 'huge-energy', detail: kwhText(kwh) });
  }
  const known = registers.filter((register) => register !== null);
  const sum = known.reduce((all, register) => all + register, 0n);
  const off = sum - energy;
  if (known.length > 0 && (off > REGISTER_TOLERANCE || off < -REGISTER_TOLERANCE)) {
    found.push({ kind: 'registers-differ', detail: null });
  }
  const battery = impliedCapacity(session);
  if (battery !== null && Number(battery) >= thresholds.implausibleBatteryKwh * Number(MICRO)) {
    found.push({ kind: 'implausible-capacity', detail: kwhText(battery) });
  }
  return found;
}

/**
 * Lists the anomalies of a single session; overlaps are found among all of an Entity.
 * @param sliced the slices of the session
 */
export function findingsOf(
  session: ReportSession,
  sliced: Sliced,
  period: Span,
  thresholds: ReportThresholds,
): Finding[] {
  const found = [...ofTimes(session, period), ...ofEnergy(session, thresholds)];
  if (session.unknownUnits.length > 0) {
    found.push({ kind: 'unknown-unit', detail: session.unknownUnits.join(', ') });
  }
  if (session.place.locationId === null) {
    found.push({ kind: 'no-location', detail: session.place.address });
  }
  if (session.missing.length > 0) {
    found.push({ kind: 'missing-fields', detail: session.missing.join(', ') });
  }
  if (sliced.slices.some(({ unpriced }) => unpriced > 0n)) {
    found.push({ kind: 'no-price', detail: null });
  }
  return found;
}

/**
 * The sessions of one Entity that begin before an earlier one has ended.
 * @param sessions in any order; those without both times, or that end before they start, never overlap
 */
export function overlapsOf(
  sessions: readonly Pick<ReportSession, 'id' | 'startMs' | 'endMs'>[],
): Set<string> {
  const spans = sessions
    .flatMap(({ id, startMs, endMs }) =>
      startMs === null || endMs === null || endMs < startMs ? [] : [{ id, startMs, endMs }],
    )
    .toSorted((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1));
  const found = new Set<string>();
  let latest = -Infinity;
  for (const { id, startMs, endMs } of spans) {
    if (startMs < latest) found.add(id);
    latest = Math.max(latest, endMs);
  }
  return found;
}
