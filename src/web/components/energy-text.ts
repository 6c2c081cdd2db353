import type { Energy } from '../../contract/console/energy.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { lastDays, MONTH_DAYS, WEEK_DAYS, type DateSpan } from '../../domain/last-days.ts';
import { dateAfter } from '../../domain/plain-dates.ts';
import { changeOf } from './change-of.ts';
import { knownOfText } from './known-of.ts';

/** The last days of an energy value, both dates included. */
export function energySpan({ from }: Pick<Energy, 'from'>, days: number): DateSpan {
  return lastDays(days, dateAfter(from, MONTH_DAYS - 1));
}

const SIGNS = { up: '+', down: '−', same: '±' } as const;

/**
 * "+6.1 % on the week before". Compares only complete days with the same days of the week before, and gives
 * their number if it is not seven.
 */
export function changeText(week: NonNullable<Energy['week']>): string {
  const { days, value, before } = week.complete;
  if (days === 0) return 'no day is complete yet';
  const over =
    days === WEEK_DAYS ? '' : `, over ${formatCount(days, 'complete day', 'complete days')}`;
  const change = changeOf(value, before);
  if (change === null) return `none the week before${over}`;
  return `${SIGNS[change.direction]}${change.percent} on the week before${over}`;
}

/** "from 148 of 151 Entities, 1 of them in part", or null if all were read. */
export function partText({ known: { read, partly, of } }: Energy): string | null {
  const text = knownOfText({ known: read + partly, of });
  if (partly === 0) return text;
  return text === null
    ? `${formatNumber(partly)} of ${formatCount(of, 'Entity', 'Entities')} known in part`
    : `${text}, ${formatNumber(partly)} of them in part`;
}

/** What a sum leaves out because of its unit, or null. */
export function otherUnitsText({ otherUnits }: Energy): string | null {
  if (otherUnits.length === 0) return null;
  const units = otherUnits.map((unit) => (unit === '' ? 'no unit' : unit)).join(', ');
  return `without sessions in ${units}`;
}
