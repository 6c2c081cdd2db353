import { expect, test } from 'vitest';
import { groupedRemark } from './table-file.ts';

test('capacities that may be grouped by a point are remarked beside other ones', () => {
  const table = (...texts: string[]) => ({
    columns: ['kwh'],
    rows: texts.map((kwh) => ({ kwh })),
    lines: [],
  });
  expect(groupedRemark(table('1.057', '60', '2.100'), 'kwh', 'kWh')).toBe(
    '“1.057” is read as 1.057 kWh, and 1 more like it: a point is for decimals.',
  );
  expect(groupedRemark(table('1.057', '2.100'), 'kwh', 'kWh')).toBeNull();
});
