import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { IDEMPOTENCY_HEADER } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readFleet } from './support/fleet-reads.ts';
import { OperatorClient } from './support/operator-client.ts';
import { printed } from './support/paper.ts';
import { until } from './support/until.ts';

const SEARCH = { period: 'last-30-days', zone: 'Europe/Zurich' };
const ADDRESS = `?${new URLSearchParams(SEARCH).toString()}`;
/** The first headings of the table, without spaces. */
const HEADS = 'EntitySessionsEnergy,kWh';

const unspaced = (text: string) => text.replaceAll(/\s/g, '');

/** Prints the page: landscape sheets of one size, each with its number and with what it is of. */
async function sheetsOf(page: Page, foot: string): Promise<string[]> {
  const sheets = await printed(page);
  expect(new Set(sheets.map(({ width, height }) => `${width} × ${height}`)).size).toBe(1);
  expect(sheets[0]?.width).toBeGreaterThan(sheets[0]?.height ?? 0);
  for (const [at, { text }] of sheets.entries()) {
    expect(text).toContain(`Page ${at + 1} of ${sheets.length}`);
    expect(unspaced(text)).toContain(unspaced(foot));
  }
  return sheets.map(({ text }) => unspaced(text));
}

test('a report, its statements and a sealed report are printed whole, with page numbers', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(180_000);
  await readFleet(gridhelm, { resources: ['sessions'] });
  const client = await new OperatorClient(gridhelm.origin).signIn('approver');
  const { path, answer } = CONSOLE_ROUTES.figures;
  const figures = await until(
    () => client.read(answer, `${path}${ADDRESS}&limit=1000`),
    ({ state }) => state === 'ready',
  );
  if (figures.state !== 'ready') throw new Error('not computed');
  const names = figures.groups.map(({ keys }) => unspaced(keys[0]?.label ?? ''));
  expect(names.length).toBeGreaterThan(40);

  // Each row stands on a sheet with all headings, the total on the last of these.
  const expectRows = (sheets: readonly string[]) => {
    const filled = sheets.filter((text) => text.includes(HEADS));
    expect(filled.length).toBeGreaterThan(1);
    expect(names.filter((name) => !filled.join('').includes(name))).toEqual([]);
    expect(filled.at(-1)).toContain('Total');
  };
  await signIn(page, gridhelm, { role: 'approver', path: `/reports/new${ADDRESS}` });
  const table = page.getByRole('table').filter({ hasText: 'Highest session average' });
  await expect(table.getByText('Total', { exact: true })).toBeVisible();
  const days = await page.getByText(/, days in Europe\/Zurich$/).textContent();
  const period = days?.split(', days')[0] ?? '';
  expectRows(await sheetsOf(page, `Report of the whole fleet · ${period}`));

  await page.getByRole('tab', { name: 'Statements' }).click();
  const statements = page.getByRole('article', { name: /^Statement of / });
  await expect(statements.first()).toBeVisible();
  const sheets = await sheetsOf(page, period);
  expect(sheets.length).toBeGreaterThanOrEqual(await statements.count());

  const sealing = await client.call('POST', CONSOLE_ROUTES.sealFigures.path, {
    body: { search: SEARCH, totals: figures.totals },
    headers: { [IDEMPOTENCY_HEADER]: randomUUID() },
  });
  const { id, hash } = CONSOLE_ROUTES.sealFigures.answer.parse(await sealing.json());
  await page.goto(`${gridhelm.origin}/reports/sealed/${id}`);
  await expect(page.getByText(/^Nothing: the same report of today/)).toBeVisible();
  expectRows(await sheetsOf(page, `${period} · SHA-256 of the manifest ${hash}`));
});
