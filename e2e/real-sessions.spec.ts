import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective } from './support/steps.ts';

const CSV = path.resolve(
  import.meta.dirname,
  '../../shared/data/epfl-dc-fast-charging-sessions.csv',
);

const PLUGS = [
  { name: 'CCS1', sessions: '1,129', energy: '36,513.586' },
  { name: 'CCS2', sessions: '749', energy: '23,928.349' },
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
      await signIn(page, gridhelm);
      await openCollective(page, 'Fleet');
      await page.getByRole('link', { name: plug.name, exact: true }).click();
      await page.getByRole('tab', { name: 'Charge sessions' }).click();
      await page.getByRole('button', { name: 'Show all time' }).click();
      const main = page.getByRole('main');
      await expect(main.getByText(plug.sessions, { exact: true }).first()).toBeVisible();
      await expect(
        main.getByText(new RegExp(plug.energy.replace('.', '\\.'))).first(),
      ).toBeVisible();
      // The table pages through all of them.
      await expect(main.getByText(new RegExp(`of ${plug.sessions}`)).first()).toBeVisible();
      await expect(
        page
          .getByRole('table', { name: /sessions/i })
          .locator('tbody')
          .getByRole('row'),
      ).toHaveCount(25);
    });
  }
});
