import type { BatchCause, BatchPart, BatchRow } from '../contract/console/batch.ts';
import { titledMessage } from './command-reason.ts';
import { commandLabelWithValue, isCommandType, takesCommand } from './command-rules.ts';
import { FAILED_VERDICTS, VERDICT_LABELS, VERDICTS, type Verdict } from './command-status.ts';
import { foreignText } from './foreign-text.ts';

/** The derived status of a known member: what a device of its type cannot take is no failure of the device. */
export function memberVerdict<V extends string>(
  verdict: V,
  type: string | null,
  entityType: string | null,
): V | 'incapable' {
  const fails = verdict === 'failed' && isCommandType(type);
  return fails && takesCommand(type, entityType) === false ? 'incapable' : verdict;
}

/** A row of a batch as it is counted; the server decides whether it is settled. */
export interface Counted {
  verdict: Verdict;
  settled: boolean;
  late: boolean;
  /** Whether its type does not take the Command. */
  cannot: boolean;
  cause: Pick<BatchCause, 'title' | 'description'> | null;
}

/** Statuses that need attention, most urgent first. */
const URGENT: readonly Verdict[] = [
  ...FAILED_VERDICTS,
  'unrequested',
  'unknown',
  'unrecognised',
  'incapable',
];

/** The place of a status among those that need attention; those that do not share the last one. */
export function urgencyOf(verdict: Verdict): number {
  const at = URGENT.indexOf(verdict);
  return at === -1 ? URGENT.length : at;
}

/** Whether a status needs attention. */
export const needsAttention = (verdict: Verdict) => urgencyOf(verdict) < URGENT.length;

/** The cause of what needs attention, in the device's own words; null: its status says it all. */
export function causeOf(
  verdict: Verdict,
  row: Pick<BatchRow, 'type' | 'value' | 'error' | 'verification'>,
): Counted['cause'] {
  if (verdict === 'unrequested') {
    return { title: `Not requested: ${commandLabelWithValue(row)}`, description: null };
  }
  const error = row.error ?? row.verification?.error ?? null;
  if (!needsAttention(verdict) || verdict === 'incapable') return null;
  if (error === null || titledMessage(error) === null) return null;
  const { title, description } = error;
  return {
    title: foreignText(title ?? description ?? ''),
    description: title === null || description === null ? null : foreignText(description),
  };
}

/** Counts members by derived status and by cause: the one count behind bar, tiles, causes and rows. */
export function tallyOf(rows: readonly Counted[]): BatchPart {
  const counts: Record<string, number> = {};
  const causes = new Map<string, BatchCause>();
  let open = 0;
  let late = 0;
  let cannot = 0;
  for (const row of rows) {
    const { verdict } = row;
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    if (!row.settled) open += 1;
    if (row.late) late += 1;
    if (row.cannot) cannot += 1;
    if (!needsAttention(verdict)) continue;
    const { title, description } = row.cause ?? {
      title: VERDICT_LABELS[verdict],
      description: null,
    };
    const key = `${verdict}\n${title}`;
    const cause = causes.get(key);
    if (cause === undefined) {
      causes.set(key, { verdict, title, description, differs: false, count: 1 });
      continue;
    }
    cause.count += 1;
    if (!cause.differs && cause.description !== description) {
      cause.differs = true;
      cause.description = null;
    }
  }
  return {
    counts,
    total: rows.length,
    open,
    late,
    cannot,
    causes: [...causes.values()].toSorted(
      (a, b) =>
        urgencyOf(a.verdict) - urgencyOf(b.verdict) ||
        b.count - a.count ||
        a.title.localeCompare(b.title),
    ),
  };
}

/** How many are final: their state cannot change, and the outcome is not unknown. */
export function finalIn({ total, open, counts }: Omit<BatchPart, 'causes'>): number {
  return total - open - (counts['unknown'] ?? 0);
}

/** The statuses that occur, in vocabulary order. */
export function presentVerdicts({ counts }: Pick<BatchPart, 'counts'>): Verdict[] {
  return VERDICTS.filter((verdict) => (counts[verdict] ?? 0) > 0);
}
