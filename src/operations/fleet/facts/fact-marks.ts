import { NO_VALUE } from '../../../contract/console/choices.ts';
import { VERDICTS } from '../../../domain/command-status.ts';

/** The letter for no last Command. */
const NONE = '-';

/** The letter for never read. */
const NEVER = 'u';

/** The letter for read only in part. */
const PARTLY = 'w';

/** The letter of each derived status. */
const VERDICT_LETTERS: ReadonlyMap<string, string> = new Map(
  VERDICTS.map((verdict, at) => [verdict, String.fromCharCode('a'.charCodeAt(0) + at)]),
);

/**
 * The facts to filter by, one letter each, in this order: all filters are one condition on one short column,
 * which all indexes contain. Letters by the values of the filters.
 */
const LETTERS = {
  outcome: new Map([...VERDICT_LETTERS, [NO_VALUE, NONE], ['never', NEVER], ['partial', PARTLY]]),
  capacity: new Map([
    ['known', 'k'],
    [NO_VALUE, 'n'],
    ['never', NEVER],
  ]),
  capture: new Map([
    ['on', 'y'],
    ['off', 'x'],
    [NO_VALUE, 'n'],
    ['never', NEVER],
  ]),
  reads: new Map([
    ['failing', 'x'],
    ['partial', 'p'],
    ['fine', 'f'],
  ]),
  silent: new Map([
    ['1', 's'],
    ['', NONE],
  ]),
  planned: new Map([
    ['1', 'p'],
    ['', NONE],
  ]),
  energy: new Map([
    ['never', NEVER],
    ['1', 'e'],
    ['', NONE],
  ]),
  seen: new Map([
    ['1', 's'],
    ['', NONE],
  ]),
} as const satisfies Record<string, ReadonlyMap<string, string>>;

export type MarkName = keyof typeof LETTERS;

/** Values of the marks, in their order. */
const MARK_NAMES = [
  'outcome',
  'capacity',
  'capture',
  'reads',
  'silent',
  'planned',
  'energy',
  'seen',
] as const satisfies readonly MarkName[];

const VALUES = Object.fromEntries(
  MARK_NAMES.map((name) => [
    name,
    new Map([...LETTERS[name]].map(([value, letter]) => [letter, value])),
  ]),
);

/** The marks of an Entity. @param values a filter value for each; an unknown status has no letter */
export function marksOf(values: Readonly<Record<MarkName, string>>): string {
  return MARK_NAMES.map((name) => letterOf(name, values[name])).join('');
}

function letterOf(name: MarkName, value: string): string {
  const letters: ReadonlyMap<string, string> = LETTERS[name];
  return letters.get(value) ?? '?';
}

/** The value of a mark, or null if it is unknown. */
export function markOf(marks: string, name: MarkName): string | null {
  return VALUES[name]?.get(marks[MARK_NAMES.indexOf(name)] ?? '') ?? null;
}

/** The LIKE pattern of some marks; null: none is wanted. */
export function marksPattern(wanted: Readonly<Partial<Record<MarkName, string>>>): string | null {
  const letters = MARK_NAMES.map((name) => {
    const value = wanted[name];
    return value === undefined ? '_' : letterOf(name, value);
  });
  return letters.every((letter) => letter === '_') ? null : letters.join('');
}
