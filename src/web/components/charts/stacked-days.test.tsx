import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { StackedDays } from './stacked-days.tsx';

const chart = () =>
  show(
    <StackedDays
      label="Energy"
      dates={['2026-03-01', '2026-03-02']}
      layers={[
        { key: 'a', label: 'Vans', color: 'red', values: [10, 20] },
        { key: 'b', label: 'Pool', color: 'blue', values: [100, 200] },
      ]}
      previous={[1000, 2000]}
      unit="kWh"
      provisional={0}
    />,
  );
const figure = () => within(screen.getByRole('figure', { name: 'Energy' }));
const day = () =>
  figure()
    .getByText(/^1 Mar 2026: /)
    .textContent?.replaceAll('.00', '');
const entry = (name: RegExp) => figure().getByRole('button', { name });

test('an entry of the legend hides its series and shows it again', async () => {
  await chart();
  expect(day()).toBe('1 Mar 2026: 110 kWh, Vans 10, Pool 100, previous: 1,000');
  expect(entry(/^Pool 300/).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(entry(/^Pool/));
  expect(entry(/^Pool 300/).getAttribute('aria-pressed')).toBe('false');
  expect(day()).toBe('1 Mar 2026: 10 kWh, Vans 10, previous: 1,000');
  fireEvent.click(entry(/^previous/));
  expect(day()).toBe('1 Mar 2026: 10 kWh, Vans 10');
  // The axis adapts to the visible series.
  expect(figure().queryByText('2,000')).toBeNull();
  fireEvent.click(entry(/^Pool/));
  expect(day()).toBe('1 Mar 2026: 110 kWh, Vans 10, Pool 100');
});

test('hiding the last visible series shows all of them again', async () => {
  await chart();
  for (const name of [/^Vans/, /^Pool/, /^previous/]) fireEvent.click(entry(name));
  for (const name of [/^Vans/, /^Pool/, /^previous/]) {
    expect(entry(name).getAttribute('aria-pressed')).toBe('true');
  }
});
