import { expect, test } from 'vitest';
import { plannedItem } from './testing/planned-item.ts';
import { lanesOf } from './timeline-lanes.ts';

const START = Date.parse('2027-03-28T00:00:00Z');
const DAY_MS = 86_400_000;

test('a lane per Collective with marks by time; close ones merge, later ones are counted', () => {
  const lanes = lanesOf(
    [
      plannedItem({ triggerTime: '2027-03-28T12:00:00Z' }),
      plannedItem({ triggerTime: '2027-03-28T06:00:00Z' }),
      plannedItem({ triggerTime: '2027-03-28T06:30:00Z', type: 'Reset' }),
      plannedItem({ triggerTime: '2027-03-29T06:30:00Z' }),
      plannedItem({
        triggerTime: '2027-03-28T23:00:00Z',
        collectiveId: 'c2',
        collectiveName: 'Alp',
      }),
      plannedItem({
        triggerTime: '2027-03-27T23:59:00Z',
        collectiveId: 'c2',
        collectiveName: 'Alp',
      }),
    ],
    START,
    DAY_MS,
  );
  expect(
    lanes.map(({ name, later, marks }) => ({
      name,
      later,
      marks: marks.map(({ at, items }) => [at, items.length]),
    })),
  ).toEqual([
    {
      name: 'Alp',
      later: 0,
      marks: [
        [0, 1],
        [23 / 24, 1],
      ],
    },
    {
      name: 'Depot',
      later: 1,
      marks: [
        [0.25, 2],
        [0.5, 1],
      ],
    },
  ]);
});
