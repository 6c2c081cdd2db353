import { formatDate, formatEnergy } from '../../../domain/format.ts';
import type { ChartGrain } from '../../../domain/instant.ts';
import { shownEnergy } from '../../../domain/reports/shown-figures.ts';
import { nextGrain } from '../../../domain/time.ts';
import { beginText, cutMessage } from './chart-frame.tsx';

/** Energy as a number, or exact as a decimal. */
export type Amount = number | string;

/** A bar of energy over time. */
export interface TimeBar {
  /** First date of the day, week or month; an hour as YYYY-MM-DDTHH:00. */
  date: string;
  /** Energy of each stack, from the bottom. */
  parts: readonly Amount[];
  total: Amount;
  /** The bar of another period that it is compared with; null: none. */
  before: { date: string; energy: Amount } | null;
}

/** A series of the bars. */
export interface Stack {
  key: string;
  label: string;
  /** CSS colour. */
  color: string;
}

/** A bar that is not split, and compared with nothing. */
export const wholeBar = (date: string, energy: number): TimeBar => {
  return { date, parts: [energy], total: energy, before: null };
};

/** The stack of such bars. @param color CSS colour */
export const wholeStack = (color = 'var(--mui-palette-primary-main)'): readonly Stack[] => [
  { key: 'all', label: 'Energy', color },
];

export interface TimeBarsProps {
  grain: ChartGrain;
  /** All of a period, also those without energy. */
  bars: readonly TimeBar[];
  /** What is stacked; one without any energy is not drawn. */
  stacks: readonly Stack[];
  /** Verbatim. */
  unit: string | null;
  /** What the stacks are, such as "by Collective". */
  by?: string;
  /** Label of the period compared with; null: there is none. */
  before?: string | null;
  /** From this date on energy may still be missing; null: complete. */
  provisionalFrom: string | null;
  /** Other energy units in the period, which are not drawn. */
  otherUnits?: readonly string[];
  /** Sentences of the summary, such as whose days these are. */
  notes?: readonly string[];
  /** Lower, without its heading, on a card that has one and says what is dashed. */
  small?: boolean;
}

/** Energy as shown, without its unit. */
export function amountText(amount: Amount | null): string {
  return typeof amount === 'string' ? shownEnergy(amount) : formatEnergy(amount, null);
}

/** Whether the bar that begins on a date may still grow. @param from first provisional day; null: none */
export function mayGrow(grain: ChartGrain, date: string, from: string | null): boolean {
  if (from === null) return false;
  return grain === 'hour' ? date.slice(0, from.length) >= from : nextGrain(grain, date) > from;
}

/** The bars in sentences: the highest, what is light, cut or dashed, and what is not drawn. */
export function barsSummary(props: TimeBarsProps): string {
  const { grain, bars, unit, provisionalFrom, before = null, otherUnits = [] } = props;
  const { small = false } = props;
  const totals = bars.map(({ total }) => Number(total));
  const highest = bars[totals.indexOf(Math.max(...totals))];
  const isAnyLight = bars.some(({ date }) => mayGrow(grain, date, provisionalFrom));
  const when = grain === 'day' ? 'on' : `in the ${grain} from`;
  return [
    ...(props.notes ?? []),
    highest !== undefined &&
      `Most: ${[amountText(highest.total), unit].filter(Boolean).join(' ')} ${when} ${beginText(highest.date)}.`,
    isAnyLight &&
      provisionalFrom !== null &&
      `Light: provisional from ${formatDate(provisionalFrom)} on.`,
    cutMessage(totals),
    !small && before !== null && `The dashed line is ${before}, aligned by the first ${grain}.`,
    otherUnits.length > 0 &&
      `Not drawn: energy in ${otherUnits.join(', ')}, which cannot be added to this.`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

/** Maximum length of a name in the tooltip; the legend's hint and the figures have it in full. */
const SHORT = 60;

/** A name shortened, without splitting a letter, to leave room for others in the tooltip. */
export function shortName(name: string): string {
  const letters = Array.from(name);
  return letters.length <= SHORT
    ? name
    : `${letters
        .slice(0, SHORT - 1)
        .join('')
        .trimEnd()}…`;
}
