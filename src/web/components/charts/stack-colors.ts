import { entityToneColor, type EntityTone } from '../../theme/entity-type-style.ts';

const TONES: readonly EntityTone[] = ['indigo', 'teal', 'orange', 'blue', 'purple'];

const lighter = (color: string) =>
  `color-mix(in srgb, ${color} 52%, var(--mui-palette-background-default))`;

/** The tones in turn, then each in a lighter shade. */
function inTurn(tones: readonly EntityTone[], place: number): string {
  const tone = tones[place % tones.length];
  if (tone === undefined) return REST_COLOR;
  const isLighter = Math.floor(place / tones.length) % 2 === 1;
  return isLighter ? lighter(entityToneColor(tone)) : entityToneColor(tone);
}

const REST_COLOR = entityToneColor('slate');

/** The colour of Entities that are in several Collectives. @param place among other such groups */
export function severalColor(place = 0): string {
  return inTurn(['ochre', 'brown'], place);
}

/**
 * The colour of a group of a stack, by energy: everywhere the one with the most has the same.
 * @param place null: one of the others
 */
export function stackColor(place: number | null): string {
  return place === null ? REST_COLOR : inTurn(TONES, place);
}

/**
 * The colours of the groups of a report.
 * @param keys in the order of the stack; several Collectives are joined by "+", none is ""
 */
export function groupColors(by: string, keys: readonly string[]): string[] {
  let [single, several] = [0, 0];
  return keys.map((key) => {
    if (by !== 'collective') return stackColor(single++);
    if (key === '') return lighter(REST_COLOR);
    return key.includes('+') ? severalColor(several++) : stackColor(single++);
  });
}
