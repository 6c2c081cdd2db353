import type { BatchSummary } from '../contract/console/batch.ts';
import type { Resolution, ResolutionVerdict } from '../contract/console/resolution.ts';
import { formatClock, formatCount, formatNumber } from './format.ts';

/** The parts of a check that its result is told from. */
type Checked = Omit<
  Resolution,
  'dispatchId' | 'operatorName' | 'startedAt' | 'finishedAt' | 'isDue'
>;

/** The parts of a batch that its unknown outcome is told from. */
export interface UnknownOutcomeOf extends Pick<
  BatchSummary,
  'outcome' | 'memberCount' | 'unaccounted' | 'closing'
> {
  resolution: Checked | null;
}

/** Verdicts of a check that settle a batch; what was not found may land until the horizon. */
export const SETTLING = ['landed', 'partly', 'none'] as const satisfies ResolutionVerdict[];

/** Whether the verdict of a check settles its batch. */
export const settles = (verdict: string | null | undefined) =>
  SETTLING.some((settling) => settling === verdict);

/** Whether the answer was lost, or left out Entities that a check looked for. */
export function isDoubtful({ outcome, unaccounted, resolution }: UnknownOutcomeOf): boolean {
  if (outcome === 'unknown') return true;
  return outcome === 'accepted' && (unaccounted > 0 || resolution !== null);
}

/** Whether neither a check nor a person has settled an unknown outcome. */
export function isUnsettled(batch: UnknownOutcomeOf): boolean {
  const isUnknown =
    batch.outcome === 'unknown' || (batch.outcome === 'accepted' && batch.unaccounted > 0);
  return isUnknown && batch.closing === null && !settles(batch.resolution?.verdict);
}

/**
 * Whether a batch counts as unknown, wherever that is counted or hatched: it is unsettled, or what was not
 * found may still land.
 */
export function isOpenOutcome(batch: UnknownOutcomeOf): boolean {
  if (isUnsettled(batch)) return true;
  const mayLand = isDoubtful(batch) && (batch.resolution?.horizonAt ?? null) !== null;
  return mayLand && batch.closing === null;
}

/** Whether nothing was found anywhere after the Service had time, or a person said that nothing landed. */
export function maySendAgain(
  batch: UnknownOutcomeOf & Pick<BatchSummary, 'verdictCounts' | 'lateFindAt'>,
): boolean {
  const { resolution, closing, lateFindAt } = batch;
  const isFound = Object.values(batch.verdictCounts).some((count) => count > 0);
  if (!isDoubtful(batch) || isFound || resolution?.state === 'running') return false;
  if (closing === null) return resolution?.verdict === 'none';
  return closing.verdict === 'not-landed' && (lateFindAt === null || lateFindAt < closing.at);
}

const on = (count: number, total: number) =>
  count === total ? `any of ${formatNumber(total)}` : formatNumber(count);

function foundText(resolution: Checked, zone: string): string {
  const { verdict, checkedUntil, horizonAt } = resolution;
  const { landed, notFound, person, unread } = resolution.counts;
  const total = landed + notFound + person + unread;
  if (total === 0 && verdict !== null) {
    return 'no Entity was known at the send, a person decides';
  }
  if (resolution.state === 'running' && verdict === null) {
    const of = formatCount(total, 'Entity', 'Entities');
    return `reading Commands, ${formatNumber(total - unread)} of ${of}`;
  }
  const isOver = verdict !== null && horizonAt === null;
  const missed = isOver
    ? `not landed on ${on(notFound, total)}`
    : `not found on ${on(notFound, total)} until ${formatClock(checkedUntil, zone)}`;
  return [
    landed === total && `found on all ${formatNumber(total)}`,
    landed > 0 && landed < total && `found on ${formatNumber(landed)} of ${formatNumber(total)}`,
    notFound > 0 && missed,
    unread > 0 && `${unread === total ? 'all' : ''} ${formatNumber(unread)} not read`.trim(),
    person > 0 &&
      (person === total ? 'a person decides' : `on ${formatNumber(person)} a person decides`),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * What is known of an unknown outcome, in one sentence without an end: "Answer lost; found on all 46".
 * @param zone IANA name of the zone of its times
 * @returns null if the outcome was never unknown
 */
export function unknownOutcomeText(batch: UnknownOutcomeOf, zone: string): string | null {
  const { resolution, closing } = batch;
  if (!isDoubtful(batch)) return null;
  const counts = Object.values(resolution?.counts ?? {});
  const left = counts.reduce((sum, count) => sum + count, 0) || batch.unaccounted;
  const lead =
    batch.outcome === 'unknown'
      ? 'Answer lost'
      : `Answer left out ${formatNumber(left)} of ${formatNumber(batch.memberCount)}`;
  if (closing !== null) {
    const verdict = closing.verdict === 'landed' ? 'landed' : 'not landed';
    return `${lead}; closed as ${verdict} by ${closing.operatorName}`;
  }
  return `${lead}; ${resolution === null ? 'not checked yet' : foundText(resolution, zone)}`;
}
