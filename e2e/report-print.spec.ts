import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { ReportDefinition } from '../src/contract/console/report-definition.ts';
import { ReportRun } from '../src/contract/console/report-run.ts';
import { fillPath } from '../src/contract/paths.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { OperatorClient } from './support/operator-client.ts';
import { printed } from './support/paper.ts';

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
  const { path, answer: Groups } = CONSOLE_ROUTES.reportGroups;
  const rows = await client.read(Groups, `${fillPath(path, { id })}?by=entity&limit=1000&offset=0`);
  expect(rows.groups.length).toBeGreaterThan(60);
  const names = rows.groups.map(({ label }) => label ?? '');
  const table = page.getByRole('table', { name: 'Result by entity' });
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(names.length);
  const sheets = await printed(page);
  // A name may be broken into lines.
  const all = unspaced(sheets.map(({ text }) => text).join(' '));
  expect(names.filter((name) => !all.includes(unspaced(name)))).toEqual([]);
  // One size, landscape; each sheet with rows has them under all the headings, the last one with the total.
  expect(new Set(sheets.map(({ width, height }) => `${width} × ${height}`)).size).toBe(1);
  expect(sheets[0]?.width).toBeGreaterThan(sheets[0]?.height ?? 0);
  const filled = sheets.filter(({ text }) =>
    names.some((name) => unspaced(text).includes(unspaced(name))),
  );
  expect(filled.length).toBeGreaterThan(1);
  for (const { text } of filled) expect(unspaced(text)).toContain(HEADS);
  expect(filled.at(-1)?.text).toContain('Total');
});
