import { expect, test } from 'vitest';
import { groupColors, severalColor, stackColor } from './stack-colors.ts';

test('a Collective has the colour of its place among single ones, as on the Overview', () => {
  const [first, both, second, none] = groupColors('collective', ['a', 'a+b', 'b', '']);
  expect([first, second]).toEqual([stackColor(0), stackColor(1)]);
  expect(both).toBe(severalColor());
  expect([first, both, second, stackColor(null)]).not.toContain(none);
});

test('ten groups, and several sets of Collectives, are told apart', () => {
  const keys = Array.from({ length: 10 }, (_, at) => `${at}`);
  expect(new Set([...groupColors('entity', keys), stackColor(null)]).size).toBe(11);
  expect(new Set(groupColors('collective', ['a+b', 'a+c', 'b+c', 'a+b+c'])).size).toBe(4);
});
