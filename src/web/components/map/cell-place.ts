/** Land, borders and towns of a square of the world, in integer steps from its north-west corner. */
export interface BasemapCell {
  /** Steps along one side. */
  extent: number;
  /** Rings, each number the offset from the one two positions before it. */
  land: readonly (readonly number[])[];
  borders: readonly (readonly number[])[];
  /** x, y, population and name, largest first. */
  places: readonly (readonly [x: number, y: number, population: number, name: string])[];
}

/** A cell with its zoom and its position among the squares of that zoom. */
export interface CellPlace {
  cell: BasemapCell;
  z: number;
  x: number;
  y: number;
}

/** Finds the cell of a tile of the map; null if there is only sea. */
export type CellSource = (z: number, x: number, y: number) => Promise<CellPlace | null>;
