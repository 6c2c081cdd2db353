import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REAL_MONTHS, REAL_PLUGS, REAL_TOTAL } from '../src/domain/reports/testing/real-totals.ts';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { figuresOf } from './support/reports.ts';
import { expect, test } from './support/fixtures.ts';
import { openEntitiesOf } from './support/steps.ts';
import { OperatorClient } from './support/operator-client.ts';

const CSV = path.resolve(
  import.meta.dirname,
  '../../shared/data/epfl-dc-fast-charging-sessions.csv',
);

test('1,878 real sessions of one fast charging station: every session and the exact energy are on screen; a report has months, plugs and anomalies, to the last digit', async ({
  page,
}) => {
  test.skip(!existsSync(CSV), `the real sessions are not here: ${CSV}`);
  const world = path.join(mkdtempSync(path.join(tmpdir(), 'world-')), 'world.json');
  const { code, output } = await runToEnd('world-from-csv.js', [CSV, world]);
  expect(code, output).toBe(0);
  const gridhelm = await Gridhelm.start({ SERVICE_WORLD: world });
  try {
    await openEntitiesOf(page, gridhelm, 'Fleet');
    await page.getByRole('link', { name: 'CCS1', exact: true }).click();
    await page.getByRole('tab', { name: 'Charge sessions' }).click();
    await page.getByRole('button', { name: 'Show all time' }).click();
    const main = page.getByRole('main');
    await expect(main.getByText('1,129', { exact: true }).first()).toBeVisible();
    await expect(main.getByText(/36,513\.59/).first()).toBeVisible();
    // The table has all of them, though only those in view are drawn.
    await expect(page.getByRole('table', { name: /sessions/i })).toHaveAttribute(
      'aria-rowcount',
      '1130',
    );

    const client = await new OperatorClient(gridhelm.origin).signIn('operator');
    const search = { period: '2022-04-01_2023-07-31', zone: 'Europe/Zurich' };
    const months = await figuresOf(client, { ...search, by: 'month' });
    expect(months.totals).toMatchObject([{ unit: 'kWh', sessions: 1878, energy: REAL_TOTAL }]);
    const rowsBy = ({ groups }: typeof months, name: 'key' | 'label') =>
      groups.map(({ keys, sessions, energy }) => [keys[0]?.[name], sessions, energy]);
    expect(rowsBy(months, 'key')).toEqual(REAL_MONTHS);
    const plugs = await figuresOf(client, { ...search, by: 'entity' });
    expect(rowsBy(plugs, 'label')).toEqual(REAL_PLUGS);
    const counts = new Map(months.exceptions.map(({ kind, sessions }) => [kind, sessions]));
    expect(counts.get('implausible-capacity')).toBe(11);
    expect(counts.has('overlap')).toBe(false);

    const address = new URLSearchParams({ ...search, by: 'month' }).toString();
    await page.goto(`${gridhelm.origin}/reports/new?${address}`);
    const footer = page.getByRole('table', { name: 'Result by month' }).locator('tfoot');
    await expect(footer).toContainText('1,878');
    await expect(footer).toContainText('60,441.94');
    await page.getByRole('tab', { name: 'Exceptions' }).click();
    const odd = page.getByRole('row').filter({ hasText: 'imply a battery above the limit' });
    await expect(odd).toContainText('11');
    await odd.getByRole('link').click();
    await expect(
      page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row'),
    ).toHaveCount(11);
  } finally {
    await gridhelm.dispose();
  }
});
