import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FIGURES } from '../../testing/figure-samples.ts';
import { show } from '../../testing/render.tsx';
import { figureSums } from '../../testing/sealed-samples.ts';
import { ReportTotals } from './report-totals.tsx';

const { compared } = FIGURES;
const given = { totals: FIGURES.totals, currency: 'CHF' } as const;
const text = () => screen.getByTestId('shown').textContent;

test('units that can be told in kWh are one figure that names its parts, others are apart', async () => {
  const totals = [
    figureSums('1'),
    figureSums('2', { unit: 'MWh' }),
    figureSums('7', { unit: null }),
  ];
  await show(<ReportTotals {...given} totals={totals} />);
  expect(text()).toContain('Energy in kWh2,001.00 kWh');
  expect(text()).toContain('1.00 kWh + 2.00 MWh');
  expect(text()).toContain('Energy in no unit7.00');
  expect(text()).toContain('Sessions18');
});

test('each figure is compared with the other period, so far if it may still grow', async () => {
  await show(<ReportTotals {...given} compared={compared} isProvisional />);
  expect(text()).toContain('▲ up 9.6 % so far against 25 Jan 2026 to 31 Jan 2026');
  expect(text()).toContain('▲ up 100 % so far against');
});

test('a period that is not fully known, or has no price for all energy, is not compared', async () => {
  const basis = { ...FIGURES.basis, unread: 1 };
  await show(<ReportTotals {...given} compared={compared && { ...compared, basis }} />);
  expect(text()).toContain('25 Jan 2026 to 31 Jan 2026 not fully known');
  expect(text()).not.toContain('%');
});

test('costs are compared only if all energy had a price', async () => {
  const totals = [figureSums('10', { unpriced: '2' })];
  await show(<ReportTotals {...given} totals={totals} compared={compared} />);
  expect(text()).toContain('not compared: some energy has no price');
  expect(text()).toContain('without 2.00 kWh that have no price');
});
