import type { ReportBefore } from '../../../contract/console/report-before.ts';
import type { ReportSums } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount, formatDate, formatDecimal, formatNumber } from '../../../domain/format.ts';
import { formatPeriod } from '../../../domain/format-period.ts';
import { shownTotal } from '../../../domain/reports/shown-sums.ts';
import { dateIn } from '../../../domain/time.ts';
import { changeOf, type Change } from '../../components/change-of.ts';
import { unitLabel } from './group-rows.ts';

/** The figures that are compared. */
export type Figure = 'sessions' | 'energy' | 'cost' | 'duration';

/** The text about the change of a figure. */
export interface SaidChange {
  /** Null: none is shown. */
  change: Change | null;
  /** Follows the change, or replaces it. */
  text: string;
  /** The value before, or why there is no change. */
  hint: string;
}

/** The run that is compared. */
type Compared = Pick<ReportRun, 'definition' | 'provisionalFrom' | 'tariff'>;

const amountOf = (sums: ReportSums, figure: Figure): number =>
  figure === 'duration' ? sums.durationMs : Number(sums[figure]);

function exactText(sums: ReportSums, figure: Figure, currency: string | null): string {
  switch (figure) {
    case 'sessions':
      return formatCount(sums.sessions, 'session', 'sessions');
    case 'energy':
      return [formatDecimal(sums.energy), sums.unit].filter(Boolean).join(' ');
    case 'cost':
      return [shownTotal(sums).cost, currency].filter(Boolean).join(' ');
    case 'duration':
      return shownTotal(sums).duration;
  }
}

/** Why a period is not compared, as sentences. */
function notComparedText(
  before: Extract<ReportBefore, { state: 'unknown' | 'too-many' }>,
  zone: string,
): string {
  const period = formatPeriod(before);
  if (before.state === 'too-many') {
    return `There are more than ${formatNumber(before.most)} sessions in ${period}. Make a report of that period instead.`;
  }
  const { entitiesUnread: unread, knownLate: late } = before;
  const reasons = [
    unread > 0 &&
      `Not all sessions of ${period} were read for ${formatCount(unread, 'Entity', 'Entities')}.`,
    late !== null &&
      `Sessions of ${formatCount(late.entities, 'Entity', 'Entities')} are known only from ${formatDate(dateIn(zone, Date.parse(late.from)))}.`,
  ];
  return reasons.filter(Boolean).join(' ');
}

/**
 * The text about a figure's change against the period before.
 * @param sums of the run, in one unit
 */
export function saidChange(
  run: Compared,
  before: ReportBefore,
  sums: ReportSums,
  figure: Figure,
): SaidChange {
  const period = formatPeriod(before);
  if (before.state === 'adding') {
    return {
      change: null,
      text: `adding up ${period}`,
      hint: 'It is shown as soon as it is known.',
    };
  }
  if (before.state !== 'known') {
    return {
      change: null,
      text:
        before.state === 'unknown' ? `${period} not fully known` : `not compared with ${period}`,
      hint: notComparedText(before, run.definition.zone),
    };
  }
  const earlier = before.totals.find(({ unit }) => unit === sums.unit);
  if (earlier === undefined) {
    const hint = `${period}: no session in ${unitLabel(sums.unit)}.`;
    return { change: null, text: `none in ${period}`, hint };
  }
  const isPriced = earlier.unpriced === '0' && sums.unpriced === '0';
  if (figure === 'cost' && !isPriced) {
    const unit = unitLabel(sums.unit);
    const hint = `Some energy has no price: ${shownTotal(earlier).unpriced} ${unit} in ${period}, ${shownTotal(sums).unpriced} ${unit} now.`;
    return { change: null, text: `not compared with ${period}`, hint };
  }
  const change = changeOf(amountOf(sums, figure), amountOf(earlier, figure));
  const mayGrow = [
    run.provisionalFrom !== null && 'Figures of this report may still grow.',
    before.provisionalFrom !== null && `Those of ${period} may have grown since.`,
  ];
  const was = `${period}: ${exactText(earlier, figure, run.tariff?.content.currency ?? null)}.`;
  const hint = [was, ...mayGrow].filter(Boolean).join(' ');
  if (change === null) return { change, text: `none in ${period}`, hint };
  const soFar = run.provisionalFrom === null ? '' : 'so far ';
  return { change, text: `${soFar}against ${period}`, hint };
}
