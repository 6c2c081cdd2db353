import { endedIn, stateCounts } from '../../../domain/batch-outcome.ts';
import type { KnownOf } from '../../../contract/console/counts.ts';
import { formatNumber } from '../../../domain/format.ts';
import { knownOfText } from '../../components/known-of.ts';

/**
 * The share of ended Commands that were verified, in whole percent; 100 only if all were, 0 only if none was.
 * Others do not count.
 * @param counts by derived status
 * @returns null if none has ended
 */
export function verifiedShare(counts: Readonly<Record<string, number>>): number | null {
  const total = endedIn(stateCounts(counts));
  if (total === 0) return null;
  const verified = counts['verified'] ?? 0;
  if (verified === 0 || verified === total) return verified === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((verified / total) * 100)));
}

/**
 * "94 % verified · 91 % a week ago", or "6 of 60 verified so far" while some of today's are open. For a day
 * without Commands only what was read: "none is known, from 3 of 60 Entities".
 * @param open due Commands that are not final: acknowledged ones may still be verified
 * @param readOf Entities whose Commands were read; null: being counted
 */
export function verifiedText(
  today: Readonly<Record<string, number>>,
  weekAgo: Readonly<Record<string, number>>,
  open: number,
  readOf: KnownOf | null,
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
    total === 0 ? noneText(readOf) : now,
    ...(before === null ? [] : [`${before} % a week ago`]),
    ...(total === 0 || readOf === null ? [] : [knownOfText(readOf)]),
  ]
    .filter((text) => text !== null)
    .join(' · ');
}

function noneText(readOf: KnownOf | null): string {
  if (readOf === null) return 'being counted';
  const part = knownOfText(readOf);
  return part === null ? 'none was due yet' : `none is known, ${part}`;
}
