import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import type { BatchTally } from '../../../domain/batch-tally.ts';
import { presentVerdicts } from '../../../domain/batch-tally.ts';
import { titledMessage } from '../../../domain/command-reason.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { foreignText } from '../../../domain/foreign-text.ts';
import { formatCount } from '../../../domain/format.ts';
import type { Segment } from '../../components/status/tally-bar.tsx';
import { VERDICT_STYLES } from '../../theme/status.ts';

/** The Command of a batch: "Limit feed-in to 5,000 W", or "3 scheduled Commands". */
export function batchVerb(batch: Pick<BatchSummary, 'items'>): string {
  return requestLabel(batch.items);
}

/** Whether the answer held Commands that the dispatch had not requested. */
export function hasUnrequested({ verdictCounts }: Pick<BatchSummary, 'verdictCounts'>): boolean {
  return (verdictCounts['unrequested'] ?? 0) > 0;
}

/** What the rows of a batch are, singular and plural: Entities, unless one may have several Commands. */
export function rowNoun(
  batch: Pick<BatchSummary, 'kind' | 'verdictCounts'>,
): readonly [string, string] {
  return batch.kind === 'schedule' || hasUnrequested(batch)
    ? ['Command', 'Commands']
    : ['Entity', 'Entities'];
}

/** Verb and count: "Stop charging on 62 Entities". */
export function batchTitle(batch: Pick<BatchSummary, 'items' | 'memberCount'>): string {
  return `${batchVerb(batch)} on ${formatCount(batch.memberCount, 'Entity', 'Entities')}`;
}

/** The bar of a batch, from its rows. */
export function tallySegments(tally: BatchTally): Segment[] {
  return presentVerdicts(tally).map((verdict) => ({
    key: verdict,
    label: VERDICT_LABELS[verdict],
    count: tally.counts[verdict],
    style: VERDICT_STYLES[verdict],
  }));
}

/** What a device gave as the cause: a title, and details if there are any; null without an error. */
export function causeOf(
  row: Pick<BatchRow, 'error' | 'verification'>,
): { title: string; detail: string | null } | null {
  const error = row.error ?? row.verification?.error ?? null;
  if (error === null || titledMessage(error) === null) return null;
  const { title, description } = error;
  return {
    title: foreignText(title ?? description ?? ''),
    detail: title === null || description === null ? null : foreignText(description),
  };
}
