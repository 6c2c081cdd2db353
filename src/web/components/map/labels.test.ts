import { expect, test } from 'vitest';
import type { BasemapCell } from './cell-place.ts';
import { labelsOf } from './labels.ts';

const CELL: BasemapCell = {
  extent: 1000,
  land: [],
  borders: [],
  places: [
    [500, 500, 6_000_000, 'Largest'],
    [505, 500, 5_500_000, 'Beside it'],
    [10, 10, 900_000, 'Far away'],
    [900, 900, 900, 'Hamlet'],
  ],
};

test('a larger town wins, a distant one keeps its name, a hamlet appears at a closer zoom', () => {
  const names = labelsOf(CELL, 6, 1).map(({ name }) => name);
  expect(names).toEqual(['Largest', 'Far away']);
});

test('two neighbours both fit at a closer zoom', () => {
  const names = labelsOf(CELL, 10, 40).map(({ name }) => name);
  expect(names).toEqual(['Largest', 'Beside it', 'Far away']);
});

test('only the largest cities are named in a view of the world', () => {
  expect(labelsOf(CELL, 1, 0.2).map(({ name }) => name)).toEqual(['Largest']);
});

test('a name at the edge of its cell lies fully inside, since the neighbour does not draw it', () => {
  const edge: BasemapCell = {
    ...CELL,
    places: [
      [998, 2, 900_000, 'Barcelona'],
      [1, 999, 800_000, 'Marseille'],
    ],
  };
  const [east, west] = labelsOf(edge, 6, 1);
  expect(east?.x).toBeLessThan(1000 - 20);
  expect(east?.y).toBeGreaterThan(2);
  expect(west?.x).toBeGreaterThan(20);
  expect(west?.y).toBeLessThan(999);
});
