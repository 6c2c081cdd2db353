import { setImmediate as turn } from 'node:timers/promises';
import type { ReportThresholds } from '../../../contract/console/report-definition.ts';
import type { SessionFinding } from '../../../contract/console/report-exceptions.ts';
import { microsOfNumber } from '../../../domain/reports/exact.ts';
import { findingsOf, overlapsOf } from '../../../domain/reports/findings.ts';
import { readSession, type ReportSession } from '../../../domain/reports/report-session.ts';
import { zoneOfSession } from '../../../domain/reports/site-zone.ts';
import { sliceSession, type Sliced, type Slicing } from '../../../domain/reports/slices.ts';
import type { StoredSession } from './stored-sessions.ts';

/** Sessions that are prepared before other work has its turn. */
const AT_ONCE = 100;

const LAST_COUNTS = 'The one that was listed last counts.';

/** How the sessions of a run are sliced and checked. */
export interface RunRules extends Slicing {
  thresholds: ReportThresholds;
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
  findings: { kind: SessionFinding; detail: string | null }[];
  hash: string;
  /** Whether the Service listed it more than once, always with the same content. */
  isDuplicate: boolean;
}

function prepared(
  { session: told, hash, again, differs }: StoredSession,
  rules: RunRules,
): PreparedSession {
  const zone = rules.bySite === null ? null : zoneOfSession(told);
  const slicing = rules.bySite?.(zone) ?? rules;
  const session = readSession(told);
  const sliced = sliceSession(session, slicing);
  const { accuracy } = session.place;
  const micros = accuracy === null ? null : microsOfNumber(accuracy);
  const findings: PreparedSession['findings'] = findingsOf(
    session,
    sliced,
    slicing.period,
    rules.thresholds,
  );
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
 * Slices and checks sessions by the rules of a run, without the store.
 * @param isWhole whether these are all sessions of the Entity: then overlaps are found too
 */
export async function prepareSessions(
  sessions: readonly StoredSession[],
  rules: RunRules,
  isWhole: boolean,
): Promise<PreparedSession[]> {
  const made: PreparedSession[] = [];
  for (const [at, one] of sessions.entries()) {
    made.push(prepared(one, rules));
    if (at % AT_ONCE === AT_ONCE - 1) await turn();
  }
  if (!isWhole) return made;
  const overlaps = overlapsOf(made.map(({ session }) => session));
  for (const { session, findings } of made) {
    if (overlaps.has(session.id)) findings.push({ kind: 'overlap', detail: null });
  }
  return made;
}
