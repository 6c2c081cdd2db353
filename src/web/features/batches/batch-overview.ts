import type { BatchRow } from '../../../contract/console/batch.ts';
import type { VerificationVerdict } from '../../../domain/command-status.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { evidenceOf } from './batch-filter.ts';
import { factsOf } from './row-facts.ts';

type ProofCounts = Record<VerificationVerdict, number>;

/** A row of the matrix: a status, and the number of Commands per verification. */
export interface MatrixRow {
  /** Null: Entities without a Command. */
  status: string | null;
  counts: Readonly<ProofCounts>;
  total: number;
}

/** Figures of a batch beside its tally. */
export interface BatchOverview {
  matrix: readonly MatrixRow[];
  /** Commands that changed after their final state. */
  late: number;
  /** Commands that can still be canceled, as last seen, and their soonest trigger time. */
  cancellable: number;
  soonestMs: number | null;
  /** Number of rows per evidence of a check. */
  evidence: Readonly<Record<string, number>>;
  /** Planned item → derived status → number of Commands. */
  byItem: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

/** The order of a Command's statuses; unknown ones come after them, missing ones last. */
const STATUS_ORDER = ['Pending', 'Triggered', 'Sent', 'Succeeded', 'Failed', 'Canceled'];

function placeOf(status: string | null): number {
  if (status === null) return STATUS_ORDER.length + 1;
  const at = STATUS_ORDER.indexOf(status);
  return at === -1 ? STATUS_ORDER.length : at;
}

/** Counts everything the page shows, in one pass over the rows. */
export function overviewOf(rows: readonly BatchRow[]): BatchOverview {
  const byStatus = new Map<string | null, { counts: ProofCounts; total: number }>();
  const byItem = new Map<string, Record<string, number>>();
  const evidence: Record<string, number> = {};
  let late = 0;
  let cancellable = 0;
  let soonestMs: number | null = null;
  for (const row of rows) {
    const facts = factsOf(row);
    const own = byStatus.get(row.status) ?? {
      counts: { none: 0, pending: 0, verified: 0, failed: 0, unrecognised: 0 },
      total: 0,
    };
    byStatus.set(row.status, own);
    own.counts[facts.proof] += 1;
    own.total += 1;
    if (row.lateChangeAt !== null) late += 1;
    if (canCancel(row.status)) {
      cancellable += 1;
      if (facts.triggerMs !== null) soonestMs = Math.min(soonestMs ?? Infinity, facts.triggerMs);
    }
    const found = evidenceOf(row);
    if (found !== null) evidence[found] = (evidence[found] ?? 0) + 1;
    if (row.commandId !== null) {
      const tally = byItem.get(facts.item) ?? {};
      tally[facts.verdict] = (tally[facts.verdict] ?? 0) + 1;
      byItem.set(facts.item, tally);
    }
  }
  const matrix = [...byStatus]
    .map(([status, own]) => ({ status, ...own }))
    .toSorted(
      (a, b) =>
        placeOf(a.status) - placeOf(b.status) || (a.status ?? '').localeCompare(b.status ?? ''),
    );
  return { matrix, late, cancellable, soonestMs, evidence, byItem };
}
