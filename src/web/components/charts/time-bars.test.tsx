import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { mayGrow, shortName, type TimeBar } from './time-bar.ts';
import { TimeBars } from './time-bars.tsx';

const bar = (date: string, parts: TimeBar['parts'], before: number): TimeBar => ({
  date,
  parts,
  total: parts.reduce<number>((sum, part) => sum + Number(part), 0),
  before: { date: `2026-02-${date.slice(-2)}`, energy: before },
});

const chart = () =>
  show(
    <TimeBars
      grain="day"
      bars={[bar('2026-03-01', [10, 100, 0], 1000), bar('2026-03-02', [-20, '200.005', 0], 2000)]}
      stacks={[
        { key: 'a', label: 'Vans', color: 'red' },
        { key: 'b', label: 'Pool', color: 'blue' },
        { key: 'c', label: 'Idle', color: 'green' },
      ]}
      unit="kWh"
      by="by Collective"
      before="previous"
      provisionalFrom="2026-03-02"
      otherUnits={['MWh']}
      notes={['Days in UTC.']}
    />,
  );
const figure = () =>
  within(screen.getByRole('figure', { name: 'Energy per day, by Collective, kWh' }));
const entry = (name: RegExp) => figure().getByRole('button', { name });

test('the summary says what the picture shows', async () => {
  await chart();
  expect(figure().getByText(/^Days in UTC/).textContent).toBe(
    'Days in UTC. Most: 180.01 kWh on 2 Mar 2026. Light: provisional from 2 Mar 2026 on. ' +
      'The dashed line is previous, aligned by the first day. ' +
      'Not drawn: energy in MWh, which cannot be added to this.',
  );
});

test('the figures are a table, with what is below zero and what is compared', async () => {
  await chart();
  fireEvent.click(screen.getByText(/^Figures: /));
  const table = await screen.findByRole('table', { name: /^Energy per day/ });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['From', 'Vans', 'Pool', 'Total', 'Compared from', 'previous'],
    ['1 Mar 2026', '10.00', '100.00', '110.00', '1 Feb 2026', '1,000.00'],
    ['2 Mar 2026', '-20.00', '200.01', '180.01', '2 Feb 2026', '2,000.00'],
  ]);
});

test('an entry of the legend hides its series; hiding the last one shows all again', async () => {
  await chart();
  const names = [/^Vans -10/, /^Pool 300/, /^previous$/];
  const pressed = () => names.map((name) => entry(name).getAttribute('aria-pressed'));
  expect(figure().queryByRole('button', { name: /^Idle/ })).toBeNull();
  fireEvent.click(entry(/^Pool/));
  expect(pressed()).toEqual(['true', 'false', 'true']);
  fireEvent.click(entry(/^Vans/));
  fireEvent.click(entry(/^previous/));
  expect(pressed()).toEqual(['true', 'true', 'true']);
});

test('a bar that contains a provisional day is provisional', () => {
  expect(mayGrow('day', '2026-03-01', '2026-03-02')).toBe(false);
  expect(mayGrow('day', '2026-03-02', '2026-03-02')).toBe(true);
  expect(mayGrow('week', '2026-02-23', '2026-03-01')).toBe(true);
  expect(mayGrow('week', '2026-02-23', '2026-03-02')).toBe(false);
  expect(mayGrow('hour', '2026-03-02T00:00', '2026-03-02')).toBe(true);
  expect(mayGrow('month', '2026-03-01', null)).toBe(false);
});

test('a long name is cut in the tooltip, without splitting a letter', () => {
  expect(shortName('Depot')).toBe('Depot');
  expect(shortName('x'.repeat(60))).toBe('x'.repeat(60));
  expect(shortName('🚐'.repeat(200))).toBe(`${'🚐'.repeat(59)}…`);
});
