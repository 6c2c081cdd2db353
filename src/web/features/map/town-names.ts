import type { CellPlace } from '../../api/basemap.ts';

/** A town's name, centred on it in px from the corner of a tile. */
interface TownName {
  name: string;
  x: number;
  y: number;
  isLarge: boolean;
}

const LARGE_FROM = 250_000;
/** Half the height of a name, and about half the width of one of its letters, in px. */
const HALF_HEIGHT = 9;
const HALF_LETTER = 3.5;
/** Neighbours this far outside a tile, in px, keep the same names from it as from their own. */
const AROUND = 400;

/** Towns named at a zoom of the map have at least this many people. */
function populationFrom(zoom: number): number {
  if (zoom <= 2) return 5_000_000;
  if (zoom < 4) return 2_000_000;
  return 3_000_000 / 2.2 ** (zoom - 3);
}

/**
 * The names of a tile that have room, larger towns first.
 * @param place the cell that contains the tile
 * @param size of the tile in px
 */
export function townNames(
  { cell, z, x, y }: CellPlace,
  tile: { x: number; y: number; z: number },
  size: number,
): TownName[] {
  const parts = 2 ** (tile.z - z);
  const scale = (size * parts) / cell.extent;
  const [left, top] = [(tile.x - x * parts) * size, (tile.y - y * parts) * size];
  const isWithin = (at: TownName, margin: number) =>
    Math.max(-at.x, -at.y, at.x - size, at.y - size) < margin;
  const halfOf = ({ name }: TownName) => (name.length + 1) * HALF_LETTER;
  const placed: TownName[] = [];
  for (const [stepX, stepY, population, name] of cell.places) {
    if (population < populationFrom(tile.z)) break;
    const isLarge = population >= LARGE_FROM;
    const town = { name, x: stepX * scale - left, y: stepY * scale - top, isLarge };
    const isFree = placed.every(
      (other) =>
        Math.abs(other.x - town.x) >= halfOf(other) + halfOf(town) ||
        Math.abs(other.y - town.y) >= 2 * HALF_HEIGHT,
    );
    if (isFree && isWithin(town, AROUND)) placed.push(town);
  }
  return placed.filter((town) => isWithin(town, 0));
}
