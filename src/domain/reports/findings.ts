import type { Exclusion, ReportFinding } from '../../contract/console/report-exceptions.ts';
import { mayHaveCapacity } from '../capacity-types.ts';
import type { Span } from '../instant.ts';
import {
  SESSION_FINDING_LABELS,
  sessionFindings,
  type CheckedAgainst,
  type Finding,
} from '../session-findings.ts';
import { STATES_OF_CHARGE, type ReportSession } from './report-session.ts';
import type { Sliced } from './slices.ts';

/** The label of each finding. */
export const FINDING_LABELS: Readonly<Record<ReportFinding, string>> = {
  ...SESSION_FINDING_LABELS,
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

/** What a session of a report is checked against. */
export interface ReportChecks extends CheckedAgainst {
  period: Span;
}

/** The fields that a session lacks although Entities of its type have them: only batteries have a state of charge. */
function missingOf({ missing }: ReportSession, type: string | null): readonly string[] {
  return mayHaveCapacity(type) ? missing : missing.filter((field) => !STATES_OF_CHARGE.has(field));
}

/** A session that goes over an edge of the period. */
function acrossEdge({ startMs, endMs }: ReportSession, period: Span): Finding[] {
  if (startMs === null || endMs === null) return [];
  const crosses = (edge: number) => startMs < edge && endMs > edge;
  if (crosses(period.startMs)) return [{ kind: 'across-edge', detail: 'Began before the period.' }];
  return crosses(period.endMs) ? [{ kind: 'across-edge', detail: 'Ended after the period.' }] : [];
}

/**
 * Lists the anomalies of a session in a report, without the pairs that it makes with others of its Entity.
 * @param sliced the slices of the session
 */
export function findingsOf(
  session: ReportSession,
  sliced: Sliced,
  against: ReportChecks,
): Finding[] {
  const found = [...sessionFindings(session, against), ...acrossEdge(session, against.period)];
  if (session.place.locationId === null) {
    found.push({ kind: 'no-location', detail: session.place.address });
  }
  const missing = missingOf(session, against.type);
  if (missing.length > 0) found.push({ kind: 'missing-fields', detail: missing.join(', ') });
  if (sliced.slices.some(({ unpriced }) => unpriced !== 0n)) {
    found.push({ kind: 'no-price', detail: null });
  }
  return found;
}
