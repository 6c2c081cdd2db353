import { SANS } from '../../theme/theme.ts';

/** A town of the map, in px of the whole world at the map's zoom. */
export interface Town {
  name: string;
  population: number;
  x: number;
  y: number;
}

/** A town's name, centred on it. */
export interface Label extends Town {
  font: string;
  /** Half of its width, in px, with a margin. */
  half: number;
}

/** A part of the map, in px of the whole world at the map's zoom. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SMALL = `11px ${SANS}`;
const LARGE = `600 12px ${SANS}`;
const LARGE_FROM = 250_000;
/** Half the height of a name, and the space at either side, in px. */
export const HALF_HEIGHT = 9;
const MARGIN = 4;
/** Side of the squares for finding neighbours: no name is longer. */
const SQUARE = 400;

/** Towns named at a zoom of the map have at least this many people. */
export function populationFrom(zoom: number): number {
  if (zoom <= 2) return 5_000_000;
  if (zoom < 4) return 2_000_000;
  return 3_000_000 / 2.2 ** (zoom - 3);
}

/** Whether a name is entirely inside a part. */
export function isInside({ x, y, half }: Label, part: Part): boolean {
  const { left, top, right, bottom } = part;
  return (
    x - half >= left && x + half <= right && y - HALF_HEIGHT >= top && y + HALF_HEIGHT <= bottom
  );
}

/** Whether any of a name is under something that covers a part. */
export function isUnder({ x, y, half }: Label, { left, top, right, bottom }: Part): boolean {
  return x + half > left && x - half < right && y + HALF_HEIGHT > top && y - HALF_HEIGHT < bottom;
}

/**
 * The names that have room, larger towns first: none overlaps another, and none appears twice.
 * @param measure the width of a text in a font, in px
 */
export function placeLabels(
  towns: readonly Town[],
  measure: (text: string, font: string) => number,
): Label[] {
  const labels: Label[] = [];
  const taken = new Map<string, Label[]>();
  for (const town of towns.toSorted((a, b) => b.population - a.population)) {
    const font = town.population >= LARGE_FROM ? LARGE : SMALL;
    const label = { ...town, font, half: measure(town.name, font) / 2 + MARGIN };
    const [row, column] = [Math.floor(town.y / SQUARE), Math.floor(town.x / SQUARE)];
    const near = [-1, 0, 1].flatMap((down) =>
      [-1, 0, 1].flatMap((along) => taken.get(`${row + down} ${column + along}`) ?? []),
    );
    const hit = near.some(
      (other) =>
        Math.abs(other.x - label.x) < other.half + label.half &&
        Math.abs(other.y - label.y) < 2 * HALF_HEIGHT,
    );
    if (hit) continue;
    const key = `${row} ${column}`;
    taken.set(key, [...(taken.get(key) ?? []), label]);
    labels.push(label);
  }
  return labels;
}
