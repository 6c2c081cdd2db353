/** Land, borders and towns of one square of the world, in whole steps from its north-west corner. */
export interface BasemapCell {
  /** Steps along one side. */
  extent: number;
  /** Rings, each number the distance from the one two places before it. */
  land: readonly (readonly number[])[];
  borders: readonly (readonly number[])[];
  /** x, y, population and name, largest first. */
  places: readonly (readonly [x: number, y: number, population: number, name: string])[];
}

/** A cell with its own zoom and place among the squares of that zoom. */
export interface CellPlace {
  cell: BasemapCell;
  z: number;
  x: number;
  y: number;
}
