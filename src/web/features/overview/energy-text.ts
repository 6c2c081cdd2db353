import type { Energy } from '../../../contract/console/energy.ts';
import { formatNumber } from '../../../domain/format.ts';

/** "+6.1 %", or null where there is nothing to compare with. */
export function changeText(week: Energy['week']): string | null {
  if (week === null || week.before <= 0) return null;
  const percent = ((week.value - week.before) / week.before) * 100;
  const text = formatNumber(Math.abs(percent), Math.abs(percent) < 99.95 ? 1 : 0);
  if (Number(text) === 0) return '±0 %';
  return `${percent < 0 ? '−' : '+'}${text} %`;
}

/** "from 148 of 151 Entities", or null where all of them were read. */
export function partText({ known: { read, of } }: Energy): string | null {
  return read === of ? null : `from ${formatNumber(read)} of ${formatNumber(of)} Entities`;
}

/** What is not in a sum because of its unit, or null. */
export function otherUnitsText({ otherUnits }: Energy): string | null {
  if (otherUnits.length === 0) return null;
  const units = otherUnits.map((unit) => (unit === '' ? 'no unit' : unit)).join(', ');
  return `without sessions in ${units}`;
}
