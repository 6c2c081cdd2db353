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

test('a larger town takes the room, a far one keeps its name, a hamlet waits for a closer view', () => {
  const names = labelsOf(CELL, 6, 1).map(({ name }) => name);
  expect(names).toEqual(['Largest', 'Far away']);
});

test('closer, both of two neighbours have room', () => {
  const names = labelsOf(CELL, 10, 40).map(({ name }) => name);
  expect(names).toEqual(['Largest', 'Beside it', 'Far away']);
});

test('only the largest cities are named in a view of the world', () => {
  expect(labelsOf(CELL, 1, 0.2).map(({ name }) => name)).toEqual(['Largest']);
});

test('a name at the edge of its cell lies wholly in it, since the neighbour does not draw it', () => {
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
