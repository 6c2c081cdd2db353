import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { energyDays } from '../testing/fact-samples.ts';
import { show } from '../testing/render.tsx';
import { RecentEnergyCell } from './fact-cells.tsx';

const ENERGY = energyDays(8);
const NONE = { ...ENERGY, value: null, unit: null };

test('a sum shows how many sessions it leaves out, with the reason in a hint', async () => {
  const energy = { ...ENERGY, leftOut: { otherUnits: 2, withoutEnergy: 1, doubtful: 0 } };
  await show(<RecentEnergyCell energy={energy} />);
  const mark = screen.getByText('+3 not counted');
  expect(
    screen.queryAllByTitle(/2 sessions with another unit, 1 session without usable energy/),
  ).toEqual([mark]);
});

test('a sum shows how many of its sessions are in doubt', async () => {
  const leftOut = { otherUnits: 0, withoutEnergy: 0, doubtful: 2 };
  await show(<RecentEnergyCell energy={{ ...ENERGY, leftOut }} />);
  const mark = screen.getByText('2 doubtful');
  expect(screen.queryAllByTitle(/2 sessions with energy in doubt, counted as reported/)).toEqual([
    mark,
  ]);
});

test('a sum of all sessions has no mark', async () => {
  await show(<RecentEnergyCell energy={ENERGY} />);
  expect(screen.queryByText(/not counted/)).toBeNull();
});

test('days that may still grow are lighter, and called provisional', async () => {
  await show(<RecentEnergyCell energy={{ ...ENERGY, provisionalFrom: '2026-02-27' }} />);
  const [bars] = screen.queryAllByTitle(/provisional from 27 Feb 2026 on/);
  expect(screen.getByRole('figure', { name: /provisional from 27 Feb 2026 on/ })).toBeTruthy();
  // Four of thirty days have the lighter colour.
  const lighter = bars?.querySelector('path[opacity]');
  expect(lighter?.getAttribute('d')?.match(/M/g)).toHaveLength(4);
});

test('shows a dash without sessions, and zero only if sessions add up to it', () => {
  const { rerender, container } = render(<RecentEnergyCell energy={NONE} />);
  expect(container.textContent).toBe('–');
  expect(container.querySelector('svg')).toBeNull();
  rerender(<RecentEnergyCell energy={{ ...ENERGY, value: 0 }} />);
  expect(container.textContent).toBe('0 kWh');
  const untold = { ...NONE, leftOut: { otherUnits: 0, withoutEnergy: 2, doubtful: 0 } };
  rerender(<RecentEnergyCell energy={untold} />);
  expect(container.textContent).toContain('energy unknown+2 not counted');
});

test('if no session of some Entities is known, shows how many Entities were read', () => {
  render(<RecentEnergyCell energy={NONE} note="7 of 30" />);
  expect(screen.getByText('–')).toBeTruthy();
  expect(screen.getByText('7 of 30')).toBeTruthy();
});
