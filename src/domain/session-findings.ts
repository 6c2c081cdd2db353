import type { ChargeSession } from '../contract/charge-session.ts';
import {
  DOUBTFUL_EXCEPTIONS,
  EXCEPTIONS,
  type Exception,
} from '../contract/console/report-exceptions.ts';
import { formatNumber } from './format.ts';
import {
  BIT,
  pairChecks,
  sessionBits,
  USUAL_LIMITS,
  type CheckedEntity,
} from './reports/session-checks.ts';
import { Dictionary, SessionColumns } from './reports/session-columns.ts';
import { byStart, factsOf, type SessionFacts } from './reports/session-facts.ts';

/** A finding of a session. */
export interface Finding {
  kind: Exception;
  /** Units that are not known, quoted; null for other kinds. */
  detail: string | null;
}

/** What a session is checked against. */
export interface CheckedAgainst extends CheckedEntity {
  /** The time after which an instant is in the future, in milliseconds since the epoch. */
  nowMs: number;
}

/** Whether findings put the energy of a session in doubt. */
export function isDoubtful(findings: readonly Pick<Finding, 'kind'>[]): boolean {
  return findings.some(({ kind }) => DOUBTFUL_EXCEPTIONS.includes(kind));
}

/** "2 doubtful", beside a sum. */
export const doubtfulLabel = (sessions: number) => `${formatNumber(sessions)} doubtful`;

/** Without a report there is no period over whose edges a session could go. */
const EVER = { startMs: -Infinity, endMs: Infinity };

/**
 * Checks the sessions of one Entity by the rules of reports, with their usual limits, as far as these do not depend on
 * the other sessions of a report.
 * @returns called with each session in the order of `byStart`; it returns its exceptions as bits, and the id of the
 * earlier session that it repeats, overlaps or continues
 */
export function sessionChecker(
  entity: CheckedEntity,
): (facts: SessionFacts, nowMs: number) => { bits: number; pairedWith: string | null } {
  const columns = new SessionColumns(new Dictionary(), 16);
  const pairOf = pairChecks(columns, entity.type);
  return (facts, nowMs) => {
    const row = columns.count;
    columns.add(facts, 0, false);
    const pair = pairOf(row);
    const own = sessionBits(columns, row, entity, { limits: USUAL_LIMITS, nowMs, period: EVER });
    return {
      bits: own | pair.bits,
      pairedWith: pair.bits === 0 ? null : columns.idOf(pair.other),
    };
  };
}

/** Anomalies of all sessions of an Entity, by id; sessions without any are left out. */
export function findingsOfEntity(
  sessions: readonly ChargeSession[],
  against: CheckedAgainst,
): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, readonly Finding[]>();
  const check = sessionChecker(against);
  const list = sessions.map((session) => factsOf(session, () => null)).toSorted(byStart);
  for (const facts of list) {
    const { bits } = check(facts, against.nowMs);
    if (bits === 0) continue;
    const kinds = EXCEPTIONS.filter((kind) => (bits & BIT[kind]) !== 0);
    found.set(
      facts[0],
      kinds.map((kind) => ({ kind, detail: kind === 'unknown-unit' ? unitsOf(facts) : null })),
    );
  }
  return found;
}

/** The units that are not known, of which an absent one of an energy is the first. */
function unitsOf([, amounts, , , unit, , , , unknownUnits]: SessionFacts): string {
  const [, , energy = null] = amounts;
  const units = unknownUnits.map((each) => `“${each}”`);
  return [...(energy !== null && unit === null ? ['none'] : []), ...units].join(', ');
}
