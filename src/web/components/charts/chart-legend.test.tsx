import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ChartLegend } from './chart-legend.tsx';

test('a long name is cut; the total stays beside it, and the hint has the full name', async () => {
  const name = 'A very long name of a Collective '.repeat(6).trim();
  const series = { isShown: () => true, toggle: () => {} };
  await show(
    <ChartLegend
      entries={[{ key: 'a', label: name, color: 'red', value: '1,204' }]}
      series={series}
    />,
  );
  const label = screen.getByText(name);
  const style = getComputedStyle(label);
  expect([style.overflow, style.textOverflow, style.whiteSpace]).toEqual([
    'hidden',
    'ellipsis',
    'nowrap',
  ]);
  expect(label.nextElementSibling?.textContent).toBe('1,204');
  expect(screen.queryAllByTitle(`Hide ${name}`)).toHaveLength(1);
});
