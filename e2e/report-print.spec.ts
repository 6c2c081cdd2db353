import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { ReportDefinition } from '../src/contract/console/report-definition.ts';
import { ReportRun } from '../src/contract/console/report-run.ts';
import { fillPath } from '../src/contract/paths.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { OperatorClient } from './support/operator-client.ts';
import { printed, type Sheet } from './support/paper.ts';

const COMPLETE_WITHIN_MS = 60_000;
/** The first headings of the table, without spaces. */
const HEADS = 'EntitySessionsEnergy,kWhDurationAveragepower,kW';

const unspaced = (text: string) => text.replaceAll(/\s/g, '');

test('a printed report of many Entities has every row, every column and the total', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(180_000);
  const client = await new OperatorClient(gridhelm.origin).signIn('approver');
  const definition = ReportDefinition.parse({
    scope: { collectives: [], entities: [], types: [], tags: [], fleet: true },
    period: { kind: 'preset', preset: 'last-30-days' },
    zone: 'Europe/Zurich',
    siteTime: false,
    boundary: 'start',
    grouping: 'entity',
    tariff: null,
    thresholds: {},
  });
  const answer = await client.call('POST', CONSOLE_ROUTES.startReport.path, {
    body: { definition, saved: null },
  });
  const { id } = ReportRun.parse(await answer.json());
  await signIn(page, gridhelm, { path: `/reports/${id}` });
  await expect(page.getByText(/^All [\d,]+ Entities read$/)).toBeVisible({
    timeout: COMPLETE_WITHIN_MS,
  });
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByRole('button', { name: 'Seal the report' }).click();
  await expect(page.getByText(/^Sealed/)).toBeVisible();

  const { path, answer: Groups } = CONSOLE_ROUTES.reportGroups;
  const rows = await client.read(Groups, `${fillPath(path, { id })}?by=entity&limit=1000&offset=0`);
  expect(rows.groups.length).toBeGreaterThan(60);
  const names = rows.groups.map(({ label }) => label ?? '');
  // Another tab of the report hides these rows on screen; the print includes them.
  for (const part of ['', '?tab=exceptions']) {
    await page.goto(`${gridhelm.origin}/reports/${id}${part}`);
    await expect(page.getByRole('tab', { name: 'Manifest' })).toBeVisible();
    let sheets: Sheet[] = [];
    // Until the rows are read, the print says so.
    await expect(async () => {
      sheets = await printed(page);
      expect(sheets.map(({ text }) => text).join(' ')).not.toContain('not read yet');
    }).toPass();
    // A name may be broken into lines.
    const all = unspaced(sheets.map(({ text }) => text).join(' '));
    expect(names.filter((name) => !all.includes(unspaced(name)))).toEqual([]);
    expect(sheets.at(-1)?.text).toContain('Total');
    // One size, landscape; each sheet has rows under all the headings.
    expect(new Set(sheets.map(({ width, height }) => `${width} × ${height}`)).size).toBe(1);
    expect(sheets[0]?.width).toBeGreaterThan(sheets[0]?.height ?? 0);
    for (const { text } of sheets) expect(unspaced(text)).toContain(HEADS);
  }
});
