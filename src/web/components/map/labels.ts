import { SANS } from '../../theme/theme.ts';
import type { BasemapCell } from './cell-place.ts';

/** A town's name and the position of its middle, in px from the cell's corner. */
export interface Label {
  name: string;
  x: number;
  y: number;
  font: string;
}

const SMALL = `11px ${SANS}`;
const LARGE = `600 12px ${SANS}`;
const LARGE_FROM = 250_000;
/** Half the height of a name, and the width of a character of it, in px. */
const HALF_HEIGHT = 9;
const CHARACTER = 6.2;

/** Towns named at a zoom of the map have at least this many people. */
function populationFrom(zoom: number): number {
  if (zoom <= 2) return 5_000_000;
  if (zoom === 3) return 2_000_000;
  return 3_000_000 / 2.2 ** (zoom - 3);
}

/** Moves a middle so that half a name fits on either side. */
function within(middle: number, half: number, side: number): number {
  return Math.max(half, Math.min(side - half, middle));
}

const kept = new WeakMap<BasemapCell, Map<number, Label[]>>();

/**
 * The names that have room at a zoom, larger towns first; the same for all tiles of a cell, so that
 * a name that lies across two tiles is in both. None reaches beyond its cell, whose neighbour draws
 * none of it.
 * @param scale px per step of the cell
 */
export function labelsOf(cell: BasemapCell, zoom: number, scale: number): Label[] {
  const byZoom = kept.get(cell) ?? new Map<number, Label[]>();
  kept.set(cell, byZoom);
  const known = byZoom.get(zoom);
  if (known !== undefined) return known;
  const from = populationFrom(zoom);
  const labels: Label[] = [];
  const side = cell.extent * scale;
  const taken = new Map<string, { x: number; y: number; half: number }[]>();
  for (const [stepX, stepY, population, name] of cell.places) {
    if (population < from) break;
    const half = (name.length * CHARACTER) / 2 + 4;
    const x = within(stepX * scale, half, side);
    const y = within(stepY * scale, HALF_HEIGHT, side);
    const rows = [-1, 0, 1].map((by) => Math.floor(y / 40) + by);
    const columns = [-1, 0, 1].map((by) => Math.floor(x / 200) + by);
    const near = rows.flatMap((row) =>
      columns.flatMap((column) => taken.get(`${row} ${column}`) ?? []),
    );
    const hit = near.some(
      (other) =>
        Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 2 * HALF_HEIGHT,
    );
    if (hit) continue;
    const key = `${Math.floor(y / 40)} ${Math.floor(x / 200)}`;
    taken.set(key, [...(taken.get(key) ?? []), { x, y, half }]);
    labels.push({ name, x, y, font: population >= LARGE_FROM ? LARGE : SMALL });
  }
  byZoom.set(zoom, labels);
  return labels;
}
