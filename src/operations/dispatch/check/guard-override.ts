import { z } from '../../../contract/zod.ts';
import {
  GuardFinding,
  GuardOverride,
  GuardTotal,
  type GuardKind,
  type GuardReport,
} from '../../../contract/console/guard.ts';
import { OVERRIDE_HEADER } from '../../../contract/console/routes.ts';
import { formatCount } from '../../../domain/format.ts';
import { Failure, invalid } from '../../../bff/http/problems.ts';
import type { GuardFound } from './guard.ts';

/** What an intent keeps of its override: the situation that was overridden, and what was listed of it. */
const StoredOverride = GuardOverride.extend({
  totals: z.array(GuardTotal),
  findings: z.array(GuardFinding),
});
export type StoredOverride = z.infer<typeof StoredOverride>;

/** Stores of older versions hold the bare list of findings. */
const Stored = z.union([StoredOverride, z.array(GuardFinding)]);

/** What was overridden, from the ledger's JSON; older intents have no totals. */
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

const KIND_LABELS: Readonly<Record<GuardKind, (total: number) => string>> = {
  same: (total) => `The same Command was sent before: ${formatCount(total, 'batch', 'batches')}.`,
  unresolved: (total) =>
    `The outcome of ${formatCount(total, 'earlier batch', 'earlier batches')} is not known.`,
  'may-still-land': (total) =>
    `Nothing was found so far of ${formatCount(total, 'earlier batch', 'earlier batches')} that may still be carried out.`,
  opposite: (total) =>
    `The opposite Command is open or ended just now: ${formatCount(total, 'batch', 'batches')}.`,
  'no-taker': () => 'No known Entity takes this Command.',
};

/** Whether each kind that was found is named, and nothing of it came up after what was seen. */
function uncovered({ totals, newest }: GuardFound, override: GuardOverride | null) {
  return totals.filter(
    ({ kind }) =>
      override === null ||
      !override.kinds.includes(kind) ||
      (newest.get(kind) ?? 0) > override.seen,
  );
}

/** A reason alone covers a Command that no Entity takes: it does no harm and does not come and go. */
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
 * Decides whether an override, or a reason where that suffices, covers the situation.
 * @returns what belongs to the record; null where nothing was found
 * @throws Failure 409 `dispatch_guarded` with the report, where something is not covered; 400 where the
 *   override claims to have seen more than there is
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
    message: KIND_LABELS[kind](total),
    description: null,
  }));
  return new Failure(409, 'dispatch_guarded', { errors, guard });
}
