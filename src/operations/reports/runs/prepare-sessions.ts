import { setImmediate as turn } from 'node:timers/promises';
import type { ReportThresholds } from '../../../contract/console/report-definition.ts';
import { microsOfNumber } from '../../../domain/reports/exact.ts';
import { findingsOf, type ReportChecks } from '../../../domain/reports/findings.ts';
import { readSession, type ReportSession } from '../../../domain/reports/report-session.ts';
import { zoneOfSession } from '../../../domain/reports/site-zone.ts';
import { pairFinder, type Finding } from '../../../domain/session-findings.ts';
import { sliceSession, type Sliced, type Slicing } from '../../../domain/reports/slices.ts';
import type { StoredSession } from './stored-sessions.ts';

/** Sessions that are prepared before other work has its turn. */
const AT_ONCE = 100;

const LAST_COUNTS = 'The one that was listed last counts.';

/** How the sessions of a run are sliced and checked. */
export interface RunRules extends Slicing {
  thresholds: ReportThresholds;
  /** When the run was begun, in milliseconds since the epoch: later times are in the future. */
  nowMs: number;
  /** How a session is sliced by the zone of its place; null: all sessions use the zone of the report. */
  bySite: ((zone: string | null) => Slicing) | null;
}

/** A session, sliced and checked. */
export interface PreparedSession {
  session: ReportSession;
  sliced: Sliced;
  /** Zone of its place, if the run uses the clock of each place. */
  zone: string | null;
  /** Accuracy of the match of its place, in millionths; null: none. */
  accuracy: number | null;
  findings: Finding[];
  hash: string;
  /** Whether the Service listed it more than once, always with the same content. */
  isDuplicate: boolean;
}

/** What is known of the Entity whose sessions are checked. */
export interface OfEntity extends Pick<ReportChecks, 'type' | 'capacityKwh'> {
  /** Whether these are all its sessions: then pairs of them are found too. */
  isWhole: boolean;
}

function prepared(
  { session: told, hash, again, differs }: StoredSession,
  rules: RunRules,
  { type, capacityKwh }: OfEntity,
): PreparedSession {
  const zone = rules.bySite === null ? null : zoneOfSession(told);
  const slicing = rules.bySite?.(zone) ?? rules;
  const session = readSession(told);
  const sliced = sliceSession(session, slicing);
  const { accuracy } = session.place;
  const micros = accuracy === null ? null : microsOfNumber(accuracy);
  const { thresholds, nowMs } = rules;
  const { period } = slicing;
  const findings = findingsOf(session, sliced, { type, capacityKwh, period, thresholds, nowMs });
  if (differs) findings.push({ kind: 'listed-differently', detail: LAST_COUNTS });
  return {
    session,
    sliced,
    zone,
    accuracy: micros === null ? null : Number(micros),
    findings,
    hash,
    isDuplicate: again > 0 && !differs,
  };
}

/**
 * Slices and checks sessions of an Entity by the rules of a run, without the store.
 * @param sessions in the order of their starts
 */
export async function prepareSessions(
  sessions: readonly StoredSession[],
  rules: RunRules,
  of: OfEntity,
): Promise<PreparedSession[]> {
  const made: PreparedSession[] = [];
  for (const [at, one] of sessions.entries()) {
    made.push(prepared(one, rules, of));
    if (at % AT_ONCE === AT_ONCE - 1) await turn();
  }
  if (!of.isWhole) return made;
  const pairsOf = pairFinder(of.type);
  for (const { session, findings } of made) findings.push(...pairsOf(session));
  return made;
}
