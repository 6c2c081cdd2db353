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

/** The cause of what needs attention, in the device's own words. */
type Cause = Pick<BatchCause, 'title' | 'description'>;

/** Members that are counted together; the server decides whether they are settled. */
export interface Tallied {
  verdict: Verdict;
  count: number;
  /** Flags, 0 or 1. `cannot`: their type does not take the Command. */
  settled: number;
  late: number;
  cannot: number;
  cause: Cause | null;
  /** Whether their descriptions differ. */
  differs: boolean;
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
): Cause | null {
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

/** The cause of members, else their status. */
export const titleOf = ({ cause, verdict }: Pick<Tallied, 'cause' | 'verdict'>) =>
  cause?.title ?? VERDICT_LABELS[verdict];

/** Counts members by derived status and by cause: the one count behind bar, tiles, causes and rows. */
export function tallyOf(groups: readonly Tallied[]): BatchPart {
  const counts: Record<string, number> = {};
  const causes = new Map<string, BatchCause>();
  const sums = { total: 0, open: 0, late: 0, cannot: 0 };
  for (const group of groups) {
    const { verdict, count } = group;
    counts[verdict] = (counts[verdict] ?? 0) + count;
    sums.total += count;
    sums.open += (1 - group.settled) * count;
    sums.late += group.late * count;
    sums.cannot += group.cannot * count;
    if (!needsAttention(verdict)) continue;
    const title = titleOf(group);
    const description = group.cause?.description ?? null;
    const cause = causes.get(`${verdict}\n${title}`) ?? {
      verdict,
      title,
      description,
      differs: false,
      count: 0,
    };
    const differs = cause.differs || group.differs || cause.description !== description;
    causes.set(`${verdict}\n${title}`, {
      ...cause,
      differs,
      description: differs ? null : description,
      count: cause.count + count,
    });
  }
  return {
    counts,
    ...sums,
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
