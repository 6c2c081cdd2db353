import { z } from '../../../contract/zod.ts';
import {
  GuardFinding,
  GuardOverride,
  GuardTotal,
  type GuardKind,
  type GuardReport,
} from '../../../contract/console/guard.ts';
import { OVERRIDE_HEADER } from '../../../contract/console/headers.ts';
import { formatCount } from '../../../domain/format.ts';
import { Failure, invalid } from '../../../bff/http/problems.ts';
import type { GuardFound } from './guard.ts';

/** The stored override of an intent: the overridden situation, and its listed findings. */
const StoredOverride = GuardOverride.extend({
  totals: z.array(GuardTotal),
  findings: z.array(GuardFinding),
});
export type StoredOverride = z.infer<typeof StoredOverride>;

/** Older versions stored just the list of findings. */
const Stored = z.union([StoredOverride, z.array(GuardFinding)]);

/** The override from the ledger's JSON; older intents have no totals. */
export function readOverridden(json: string | null): {
  overridden: GuardFinding[];
  overriddenTotals?: GuardTotal[];
} {
  if (json === null) return { overridden: [] };
  const stored = Stored.parse(JSON.parse(json));
  return Array.isArray(stored)
    ? { overridden: stored }
    : { overridden: stored.findings, overriddenTotals: stored.totals };
}

const KIND_MESSAGES: Readonly<Record<GuardKind, (total: number) => string>> = {
  same: (total) => `The same Command was sent before: ${formatCount(total, 'batch', 'batches')}.`,
  unresolved: (total) =>
    `The outcome of ${formatCount(total, 'earlier batch', 'earlier batches')} is not known.`,
  'may-still-land': (total) =>
    `Nothing was found so far of ${formatCount(total, 'earlier batch', 'earlier batches')} that may still be carried out.`,
  opposite: (total) =>
    `The opposite Command is open or has just ended: ${formatCount(total, 'batch', 'batches')}.`,
  'no-taker': () => 'No known Entity takes this Command.',
};

/** Whether an override does not name each kind found, or a finding is newer than the seen version. */
function uncovered({ totals, newest }: GuardFound, override: GuardOverride | null) {
  return totals.filter(
    ({ kind }) =>
      override === null ||
      !override.kinds.includes(kind) ||
      (newest.get(kind) ?? 0) > override.seen,
  );
}

/** For a Command that no Entity accepts, a reason suffices: it is harmless and stable. */
function withReason(
  given: GuardOverride | null,
  reason: string | null,
  seen: number,
): GuardOverride | null {
  if (reason === null) return given;
  const { kinds, seen: upTo } = given ?? { kinds: [], seen };
  return { kinds: [...new Set([...kinds, 'no-taker' as const])], seen: upTo };
}

/**
 * Decides whether an override, or a reason if that suffices, covers the situation.
 * @returns the override to record; null if nothing was found
 * @throws Failure 409 `dispatch_guarded` with the report, if something is not covered; 400 if the
 *   override names a future version
 */
export function requireCovered(
  found: GuardFound,
  { override: given, reason }: { override: GuardOverride | null; reason: string | null },
): StoredOverride | null {
  const { newest: _newest, ...report } = found;
  const override = withReason(given, reason, report.seen);
  if (override !== null && override.seen > report.seen) {
    throw invalid(
      OVERRIDE_HEADER,
      `The header ${OVERRIDE_HEADER} names the version ${override.seen}, which does not exist yet.`,
    );
  }
  if (report.totals.length === 0) return null;
  const open = uncovered(found, override);
  if (override === null || open.length > 0) throw guarded(open, report);
  return { ...override, totals: report.totals, findings: report.findings };
}

function guarded(open: readonly GuardTotal[], guard: GuardReport): Failure {
  const errors = open.map(({ kind, total }) => ({
    code: kind,
    message: KIND_MESSAGES[kind](total),
    description: null,
  }));
  return new Failure(409, 'dispatch_guarded', { errors, guard });
}
