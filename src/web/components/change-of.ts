import { formatNumber } from '../../domain/format.ts';

/** How much something increased or decreased. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  /** Relative to the value before, without a sign: "6.1 %". */
  percent: string;
}

/** The change of an amount; null if there was nothing before, since no percentage can express it. */
export function changeOf(value: number, before: number): Change | null {
  if (before <= 0) return null;
  const size = Math.abs(((value - before) / before) * 100);
  const text = formatNumber(size, size < 99.95 ? 1 : 0);
  if (Number(text) === 0) return { direction: 'same', percent: '0 %' };
  return { direction: value < before ? 'down' : 'up', percent: `${text} %` };
}
