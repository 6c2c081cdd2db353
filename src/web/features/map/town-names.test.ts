import { expect, test } from 'vitest';
import { townNames } from './town-names.ts';

const place = (places: [x: number, y: number, population: number, name: string][]) => ({
  cell: { extent: 4096, land: [], borders: [], places },
  z: 4,
  x: 8,
  y: 5,
});
/** The names of the tiles at the north of a cell, each 64 steps wide, four to a pixel. */
const namesOf = (cell: ReturnType<typeof place>, column: number) =>
  townNames(cell, { z: 6, x: 32 + column, y: 20 }, 256).map(({ name }) => name);

test('a larger town wins over its neighbour, in the tile of either', () => {
  const cell = place([
    [1020, 500, 900_000, 'Largest'],
    [1030, 504, 800_000, 'Beside it'],
    [1900, 500, 700_000, 'Far away'],
    [1800, 900, 100, 'Too small'],
  ]);
  expect(namesOf(cell, 0)).toEqual(['Largest']);
  expect(namesOf(cell, 1)).toEqual(['Far away']);
});
