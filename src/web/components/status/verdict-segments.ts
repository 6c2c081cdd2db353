import { stateCounts, type StateCount } from '../../../domain/batch-outcome.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { VERDICT_STYLES } from '../../theme/status.ts';
import type { Segment } from './tally-bar.tsx';

/** The bar of a tally. */
export function stateSegments(counts: readonly StateCount[]): Segment[] {
  return counts.map(({ verdict, count }) => ({
    key: verdict,
    label: VERDICT_LABELS[verdict],
    count,
    style: VERDICT_STYLES[verdict],
  }));
}

/** The bar of Commands, from their counts by derived status. */
export function countSegments(counts: Readonly<Record<string, number>>): Segment[] {
  return stateSegments(stateCounts(counts));
}
