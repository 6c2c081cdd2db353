import { endedIn, stateCounts } from '../../../domain/batch-outcome.ts';
import { formatNumber } from '../../../domain/format.ts';

/**
 * The share of the ended Commands that were verified, in whole percent; 100 only if all were, 0 only if
 * none was. Those that have not ended are in neither.
 * @param counts by derived status
 * @returns null without one that has ended
 */
export function verifiedShare(counts: Readonly<Record<string, number>>): number | null {
  const total = endedIn(stateCounts(counts));
  if (total === 0) return null;
  const verified = counts['verified'] ?? 0;
  if (verified === 0 || verified === total) return verified === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((verified / total) * 100)));
}

/**
 * "94 % verified · 91 % a week ago"; while some of today's have not ended "6 of 60 verified so far". Nothing
 * is said of a day without a Command.
 * @param open due Commands that are not final: acknowledged ones may still be verified
 */
export function verifiedText(
  today: Readonly<Record<string, number>>,
  weekAgo: Readonly<Record<string, number>>,
  open: number,
): string {
  const counts = stateCounts(today);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const verified = formatNumber(today['verified'] ?? 0);
  const now =
    open > 0 || endedIn(counts) < total
      ? `${verified} of ${formatNumber(total)} verified so far`
      : `${verifiedShare(today) ?? 0} % verified`;
  const before = verifiedShare(weekAgo);
  return [
    total === 0 ? 'none was due yet' : now,
    ...(before === null ? [] : [`${before} % a week ago`]),
  ].join(' · ');
}
