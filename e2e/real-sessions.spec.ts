import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReportRun } from '../src/contract/console/report-run.ts';
import { ReportFindingCounts, ReportGroups } from '../src/contract/console/report-result.ts';
import { DirectoryCollectives } from '../src/contract/console/directory.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { fillPath } from '../src/contract/paths.ts';
import { REAL_MONTHS, REAL_PLUGS, REAL_TOTAL } from '../src/domain/reports/testing/real-totals.ts';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
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
      const { collectives } = await client.read(
        DirectoryCollectives,
        CONSOLE_ROUTES.collectives.path,
      );
      const definition = {
        scope: { collectives: collectives.map(({ id }) => id), entities: [], types: [], tags: [] },
        period: { kind: 'range', from: '2022-04-01', to: '2023-07-31' },
        zone,
        boundary: 'start',
        grouping: 'month',
        tariff: null,
        thresholds: {},
      };
      const begun = await client.call('POST', CONSOLE_ROUTES.startReport.path, {
        body: { definition, saved: null },
      });
      const { id } = ReportRun.parse(await begun.json());
      const pathOf = (route: { path: string }) => fillPath(route.path, { id });
      await expect
        .poll(async () => (await client.read(ReportRun, pathOf(CONSOLE_ROUTES.reportRun))).state)
        .toBe('complete');
      const groups = async (by: string) => {
        const groupsPath = `${pathOf(CONSOLE_ROUTES.reportGroups)}?by=${by}`;
        return await client.read(ReportGroups, groupsPath);
      };

      const months = await groups('month');
      expect(months.totals).toMatchObject([{ unit: 'kWh', sessions: 1878, energy: REAL_TOTAL }]);
      if (zone !== 'UTC') {
        expect(months.groups.map((one) => [one.key, one.sessions, one.energy])).toEqual(
          REAL_MONTHS,
        );
      }
      const plugs = (await groups('entity')).groups;
      expect(plugs.map(({ label, sessions, energy }) => [label, sessions, energy])).toEqual(
        REAL_PLUGS,
      );
      const found = await client.read(ReportFindingCounts, pathOf(CONSOLE_ROUTES.reportFindings));
      const counts = new Map(found.findings.map(({ kind, count }) => [kind, count]));
      expect(counts.get('implausible-capacity')).toBe(11);
      expect(counts.get('overlap')).toBe(0);

      await signIn(page, gridhelm, { path: `/reports/${id}` });
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
