import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REAL_MONTHS, REAL_PLUGS, REAL_TOTAL } from '../src/domain/reports/testing/real-totals.ts';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { figuresOf } from './support/figures.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { openEntitiesOf } from './support/steps.ts';
import { OperatorClient } from './support/operator-client.ts';

const CSV = path.resolve(
  import.meta.dirname,
  '../../shared/data/epfl-dc-fast-charging-sessions.csv',
);

const PLUGS = [
  { name: 'CCS1', sessions: '1,129', energy: '36,513.59' },
  { name: 'CCS2', sessions: '749', energy: '23,928.35' },
] as const;

test.describe('1,878 real sessions of one fast charging station', () => {
  test.skip(!existsSync(CSV), `the real sessions are not here: ${CSV}`);
  let gridhelm: Gridhelm;

  test.beforeAll(async () => {
    const world = path.join(mkdtempSync(path.join(tmpdir(), 'world-')), 'world.json');
    const { code, output } = await runToEnd('world-from-csv.js', [CSV, world]);
    expect(code, output).toBe(0);
    gridhelm = await Gridhelm.start({ SERVICE_WORLD: world });
  });
  test.afterAll(async () => {
    await gridhelm.dispose();
  });

  for (const plug of PLUGS) {
    test(`${plug.name}: every session and the exact energy are on screen`, async ({ page }) => {
      await openEntitiesOf(page, gridhelm, 'Fleet');
      await page.getByRole('link', { name: plug.name, exact: true }).click();
      await page.getByRole('tab', { name: 'Charge sessions' }).click();
      await page.getByRole('button', { name: 'Show all time' }).click();
      const main = page.getByRole('main');
      await expect(main.getByText(plug.sessions, { exact: true }).first()).toBeVisible();
      await expect(
        main.getByText(new RegExp(plug.energy.replace('.', '\\.'))).first(),
      ).toBeVisible();
      // The table has all of them, though only those in view are drawn.
      const rows = Number(plug.sessions.replace(',', '')) + 1;
      await expect(page.getByRole('table', { name: /sessions/i })).toHaveAttribute(
        'aria-rowcount',
        String(rows),
      );
    });
  }

  for (const zone of ['Europe/Zurich', 'UTC']) {
    test(`a report in ${zone}: months, plugs and anomalies, to the last digit`, async ({
      page,
    }) => {
      const client = await new OperatorClient(gridhelm.origin).signIn('operator');
      const search = { period: '2022-04-01_2023-07-31', zone };
      const months = await figuresOf(client, { ...search, by: 'month' });
      expect(months.totals).toMatchObject([{ unit: 'kWh', sessions: 1878, energy: REAL_TOTAL }]);
      const keyed = months.groups.map(({ keys, sessions, energy }) => [
        keys[0]?.key,
        sessions,
        energy,
      ]);
      if (zone !== 'UTC') expect(keyed).toEqual(REAL_MONTHS);
      const plugs = await figuresOf(client, { ...search, by: 'entity' });
      expect(
        plugs.groups.map(({ keys, sessions, energy }) => [keys[0]?.label, sessions, energy]),
      ).toEqual(REAL_PLUGS);
      const counts = new Map(months.exceptions.map(({ kind, sessions }) => [kind, sessions]));
      expect(counts.get('implausible-capacity')).toBe(11);
      expect(counts.has('overlap')).toBe(false);

      const address = new URLSearchParams({ ...search, by: 'month' }).toString();
      await signIn(page, gridhelm, { path: `/reports/new?${address}` });
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
    });
  }
});
