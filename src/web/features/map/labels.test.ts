import { expect, test } from 'vitest';
import {
  HALF_HEIGHT,
  isInside,
  isUnder,
  placeLabels,
  populationFrom,
  type Town,
} from './labels.ts';

const measure = (text: string) => text.length * 7;
const town = (name: string, population: number, x: number, y: number): Town => ({
  name,
  population,
  x,
  y,
});
const named = (towns: readonly Town[]) => placeLabels(towns, measure).map(({ name }) => name);

test('a larger town wins over its neighbour, whatever their order', () => {
  const towns = [
    town('Beside it', 5_500_000, 505, 500),
    town('Largest', 6_000_000, 500, 500),
    town('Far away', 900_000, 10, 10),
  ];
  expect(named(towns)).toEqual(['Largest', 'Far away']);
});

test('two neighbours both fit at a closer zoom', () => {
  const towns = [town('Largest', 6_000_000, 500, 500), town('Beside it', 5_500_000, 700, 500)];
  expect(named(towns)).toEqual(['Largest', 'Beside it']);
});

test('of many towns on both sides of every tile border, no two names touch', () => {
  // Every 37 px, so that names cross the borders of 256 px tiles at all distances.
  const towns = Array.from({ length: 900 }, (_, at) =>
    town(`Town ${at}`, 1000 + ((at * 7919) % 900), (at % 30) * 37, Math.floor(at / 30) * 13),
  );
  const labels = placeLabels(towns, measure);
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.some(({ x, half }) => x - half < 256 && x + half > 256)).toBe(true);
  const overlaps = labels.flatMap((a, at) =>
    labels
      .slice(at + 1)
      .filter(
        (b) => Math.abs(a.x - b.x) < a.half + b.half && Math.abs(a.y - b.y) < 2 * HALF_HEIGHT,
      ),
  );
  expect(overlaps).toEqual([]);
});

test('a name across the edge of the drawing does not count as inside, so it is never cut', () => {
  const part = { left: 0, top: 0, right: 500, bottom: 300 };
  const [barcelona, marseille, lyon] = placeLabels(
    [town('Barcelona', 9, 490, 100), town('Marseille', 8, 250, 296), town('Lyon', 7, 250, 100)],
    measure,
  ).map((label) => isInside(label, part));
  expect([barcelona, marseille, lyon]).toEqual([false, false, true]);
});

test('finds a name partly under a control, not one beside it', () => {
  const control = { left: 100, top: 100, right: 200, bottom: 120 };
  const at = (x: number, y: number) => placeLabels([town('Name', 900_000, x, y)], measure)[0];
  const under = (x: number, y: number) => {
    const label = at(x, y);
    return label !== undefined && isUnder(label, control);
  };
  expect([under(150, 110), under(90, 95), under(205, 128)]).toEqual([true, true, true]);
  expect([under(50, 110), under(150, 90), under(150, 130)]).toEqual([false, false, false]);
});

test('between two whole zooms at least as many towns are named as at the farther one', () => {
  expect(populationFrom(3.25)).toBe(populationFrom(3));
});
