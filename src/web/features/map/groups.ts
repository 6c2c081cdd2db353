import type { PlaceMap } from '../../../contract/console/places.ts';
import { VERDICTS, VERDICT_LABELS, type Verdict } from '../../../domain/command-status.ts';
import { VERDICT_STYLES, toneColor, type StatusTone } from '../../theme/status.ts';
import { typeLabel } from './map-search.ts';

/** One colour of the map, with the mark that distinguishes it without colour. */
export interface Group {
  label: string;
  /** CSS. */
  color: string;
  /** One or two characters. */
  mark: string;
  count: number;
}

/** The groups of a map, and the group of each number in its columns. */
export interface Grouping {
  groups: readonly Group[];
  groupOf: readonly number[];
}

/** Green and red are reserved for outcomes. */
const TYPE_COLORS = [
  'var(--mui-palette-primary-main)',
  toneColor('teal'),
  toneColor('amber'),
  toneColor('blue'),
  'var(--mui-palette-text-primary)',
];
const OTHER_COLOR = toneColor('grey');

/** A short mark for each label; duplicates get a number. */
function marksOf(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label, at) => {
    const capitals = label.match(/[\p{Lu}\d]/gu)?.join('') ?? '';
    const short = (capitals || label).slice(0, 2);
    const options = [short.slice(0, 1), short, label.slice(0, 2), String(at + 1)];
    const mark = options.find((each) => each !== '' && !taken.has(each)) ?? '?';
    taken.add(mark);
    return mark;
  });
}

function byType({ types }: Pick<PlaceMap, 'types'>): Grouping {
  const order = types
    .map(({ name, count }, at) => ({ at, label: typeLabel(name), count }))
    .toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  const room = order.length > TYPE_COLORS.length ? TYPE_COLORS.length - 1 : order.length;
  const named = order.slice(0, room);
  const others = order.slice(room);
  const marks = marksOf(named.map(({ label }) => label));
  const groups = named.map(({ label, count }, at) => ({
    label,
    count,
    color: TYPE_COLORS[at] ?? OTHER_COLOR,
    mark: marks[at] ?? '?',
  }));
  if (others.length > 0) {
    const count = others.reduce((sum, each) => sum + each.count, 0);
    groups.push({ label: 'Other types', count, color: OTHER_COLOR, mark: '+' });
  }
  const groupOf = types.map((_, at) =>
    Math.min(
      room,
      order.findIndex((each) => each.at === at),
    ),
  );
  return { groups, groupOf };
}

const OUTCOME_MARKS: Readonly<Record<Verdict, string>> = {
  pending: '…',
  triggered: '›',
  sent: '»',
  acknowledged: '○',
  verified: '✓',
  disproven: '≠',
  failed: '✕',
  canceled: '–',
  unknown: '!',
  unrecognised: '?',
};

function byOutcome({ outcomes }: Pick<PlaceMap, 'outcomes'>): Grouping {
  const rank = (name: string | null) => {
    const at = VERDICTS.findIndex((verdict) => verdict === name);
    return at === -1 ? VERDICTS.length : at;
  };
  const order = outcomes
    .map(({ name, count }, at) => ({ name, count, at }))
    .toSorted((a, b) => rank(a.name) - rank(b.name));
  const groups = order.map(({ name, count }) => {
    const verdict = VERDICTS.find((each) => each === name) ?? null;
    const tone: StatusTone = verdict === null ? 'grey' : VERDICT_STYLES[verdict].tone;
    return {
      label: verdict === null ? (name ?? 'No Command known') : VERDICT_LABELS[verdict],
      count,
      color: toneColor(tone),
      mark: verdict === null ? '·' : OUTCOME_MARKS[verdict],
    };
  });
  return { groups, groupOf: outcomes.map((_, at) => order.findIndex((each) => each.at === at)) };
}

/** The meaning of the colours of a map. */
export function groupingOf(
  map: Pick<PlaceMap, 'types' | 'outcomes'>,
  by: 'type' | 'outcome',
): Grouping {
  return by === 'type' ? byType(map) : byOutcome(map);
}
