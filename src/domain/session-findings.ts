import type { ChargeSession } from '../contract/charge-session.ts';
import { DEFAULTS } from '../contract/console/figures-definition.ts';
import { DOUBTFUL_EXCEPTIONS, type Exception } from '../contract/console/figures-exceptions.ts';
import { formatNumber } from './format.ts';
import { hasBattery } from './capacity-types.ts';
import { MICRO, microsOfNumber, microsToText, type Micros } from './reports/exact.ts';
import { readSession, type ReportSession } from './reports/read-session.ts';
import { kwhPerUnit } from './reports/report-session.ts';

/** A finding of a session and the observed value, for display. */
export interface Finding {
  kind: Exception;
  detail: string | null;
}

/** What a session is checked against. */
export interface CheckedAgainst {
  /** Type of the Entity; null if not known. */
  type: string | null;
  /** Battery capacity of the Entity in kWh; null if not known. */
  capacityKwh: number | null;
  /** The time after which an instant is in the future, in milliseconds since the epoch. */
  nowMs: number;
  thresholds: Readonly<Record<'huge' | 'battery' | 'longest', number>>;
}

/** The limits where no report sets others. */
export const DEFAULT_THRESHOLDS: CheckedAgainst['thresholds'] = DEFAULTS;

/** Whether findings put the energy of a session in doubt. */
export function isDoubtful(findings: readonly Pick<Finding, 'kind'>[]): boolean {
  return findings.some(({ kind }) => DOUBTFUL_EXCEPTIONS.includes(kind));
}

/** "2 doubtful", beside a sum. */
export const doubtfulLabel = (sessions: number) => `${formatNumber(sessions)} doubtful`;

const HOUR_MS = 3_600_000;
/** How far registers may be off the total, from rounding five numbers to a millionth. */
const REGISTER_TOLERANCE: Micros = 2n;
const FULL_SOC = 100n * MICRO;
/** What a device calls its average power explains up to half more, charging losses a quarter, its clock an hour. */
const SLACK = { power: 1.5, capacity: 1.25, clockMs: HOUR_MS } as const;

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

const kwhText = (micros: Micros) => `${microsToText((micros / 1000n) * 1000n)} kWh`;

function ofTimes(
  { startMs, endMs }: ReportSession,
  { nowMs, thresholds }: CheckedAgainst,
): Finding[] {
  const found: Finding[] = [];
  if (Math.max(startMs ?? nowMs, endMs ?? nowMs) > nowMs + SLACK.clockMs) {
    found.push({ kind: 'future', detail: null });
  }
  if (startMs === null || endMs === null) return [...found, { kind: 'no-times', detail: null }];
  if (endMs < startMs) found.push({ kind: 'end-before-start', detail: null });
  if (endMs - startMs > thresholds.longest * HOUR_MS)
    found.push({ kind: 'too-long', detail: null });
  return found;
}

/** The energy in kWh that the reported power gives over the reported time; null if it cannot be computed. */
function kwhOfPower({ startMs, endMs, powerMw }: ReportSession): number | null {
  if (powerMw === null || startMs === null || endMs === null || endMs < startMs) return null;
  return (Number(powerMw) * (endMs - startMs)) / 3.6e12;
}

function ofEnergy(session: ReportSession, { capacityKwh, thresholds }: CheckedAgainst): Finding[] {
  const { energy, registers } = session;
  const found: Finding[] = [];
  if (session.outOfRange) found.push({ kind: 'out-of-range', detail: null });
  else if (energy === null) found.push({ kind: 'no-energy', detail: null });
  if (energy === null) return found;
  if (energy === 0n) found.push({ kind: 'zero-energy', detail: null });
  if (energy < 0n) found.push({ kind: 'negative-energy', detail: null });
  const kwh = kwhMicros(session);
  const isOver = (most: number) => kwh !== null && Number(kwh) >= most * Number(MICRO);
  if (kwh !== null && isOver(thresholds.huge)) {
    found.push({ kind: 'huge-energy', detail: kwhText(kwh) });
  }
  const given = kwhOfPower(session);
  // Less than 1 kWh more is rounding of the power or the times.
  if (kwh !== null && given !== null && isOver(SLACK.power * given + 1)) {
    found.push({ kind: 'above-power', detail: kwhText(kwh) });
  }
  if (kwh !== null && capacityKwh !== null && isOver(SLACK.capacity * capacityKwh)) {
    const battery = microsOfNumber(capacityKwh) ?? 0n;
    found.push({ kind: 'above-capacity', detail: `${kwhText(kwh)} into ${kwhText(battery)}` });
  }
  const known = registers.filter((register) => register !== null);
  const off = known.reduce((all, register) => all + register, 0n) - energy;
  if (known.length > 0 && (off > REGISTER_TOLERANCE || off < -REGISTER_TOLERANCE)) {
    found.push({ kind: 'registers-differ', detail: null });
  }
  const battery = impliedCapacity(session);
  if (battery !== null && Number(battery) >= thresholds.battery * Number(MICRO)) {
    found.push({ kind: 'implausible-capacity', detail: kwhText(battery) });
  }
  return found;
}

/**
 * Lists the anomalies that a session has by itself, whoever sums it; those it has beside the others of its Entity are
 * found by `pairFinder`.
 */
export function sessionFindings(session: ReportSession, against: CheckedAgainst): Finding[] {
  const found = [...ofTimes(session, against), ...ofEnergy(session, against)];
  const units = session.unknownUnits.map((unit) => `“${unit}”`);
  if (session.energy !== null && session.unit === null) units.unshift('none');
  if (units.length > 0) found.push({ kind: 'unknown-unit', detail: units.join(', ') });
  return found;
}

/** What pairs of sessions are found by. */
export type PairedSession = Pick<
  ReportSession,
  'id' | 'startMs' | 'endMs' | 'unit' | 'energy' | 'socStart' | 'socEnd'
>;

/** A device that tells a session twice may be off by this much between the two, in milliseconds. */
export const SAME_MS = 60_000;

/** The order in which pairs are found: by start, those without one last. */
export function byStart(a: PairedSession, b: PairedSession): number {
  if (a.startMs !== b.startMs) return (a.startMs ?? Infinity) - (b.startMs ?? Infinity);
  return a.id < b.id ? -1 : 1;
}

/**
 * Finds the sessions of one Entity that cannot both be true: the later of two that overlap or repeat each other, or
 * that continues an earlier one with less charge than that one ended with. One without a valid end counts as an instant.
 * @param type of the Entity: only one with a battery of its own continues with its charge, others serve many vehicles
 * @returns a function to be called with each session, in the order of `byStart`; it returns the findings of the session
 */
export function pairFinder(type: string | null): (session: PairedSession) => Finding[] {
  const isBattery = hasBattery(type);
  let latest: { session: PairedSession; endMs: number } | null = null;
  let recent: PairedSession[] = [];
  return (session) => {
    const { startMs, endMs, energy, unit } = session;
    if (startMs === null) return [];
    const found: Finding[] = [];
    recent = recent.filter((each) => startMs - (each.startMs ?? 0) <= SAME_MS);
    const isTold = energy !== null && energy !== 0n;
    const repeated = recent.findLast(
      (each) => isTold && each.energy === energy && each.unit === unit,
    );
    const same = recent.findLast((each) => each.startMs === startMs);
    if (repeated !== undefined) found.push({ kind: 'repeated', detail: repeated.id });
    else if (latest !== null && startMs < latest.endMs) {
      found.push({ kind: 'overlap', detail: latest.session.id });
    } else if (same !== undefined) {
      found.push({ kind: 'overlap', detail: same.id });
    } else if (isBattery && latest !== null && startMs - latest.endMs <= SAME_MS) {
      const [left, met] = [latest.session.socEnd, session.socStart];
      if (left !== null && met !== null && met < left) {
        found.push({ kind: 'resumes-lower', detail: latest.session.id });
      }
    }
    const end = Math.max(startMs, endMs ?? startMs);
    if (latest === null || end > latest.endMs) latest = { session, endMs: end };
    recent.push(session);
    return found;
  };
}

/**
 * Anomalies of all sessions of an Entity, by id, as far as they do not depend on a report; sessions without any are
 * left out.
 */
export function findingsOfEntity(
  sessions: readonly ChargeSession[],
  against: CheckedAgainst,
): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, readonly Finding[]>();
  const pairsOf = pairFinder(against.type);
  for (const session of sessions.map(readSession).toSorted(byStart)) {
    const own = [...sessionFindings(session, against), ...pairsOf(session)];
    if (own.length > 0) found.set(session.id, own);
  }
  return found;
}
