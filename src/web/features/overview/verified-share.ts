import { stateCounts } from '../../../domain/batch-outcome.ts';

/**
 * The share of Commands that were verified, in whole percent; 100 only if all were, 0 only if none was.
 * @param counts by derived status
 * @returns null without a Command
 */
export function verifiedShare(counts: Readonly<Record<string, number>>): number | null {
  const total = stateCounts(counts).reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const verified = counts['verified'] ?? 0;
  if (verified === 0 || verified === total) return verified === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((verified / total) * 100)));
}
