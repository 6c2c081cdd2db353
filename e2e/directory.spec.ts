import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import { chooseFilter, openImport } from './support/steps.ts';

const table = (page: Page, name: string) => page.getByRole('table', { name });

/** A table of two good rows, a faulty one, and one that repeats the first. */
function smallTable(ids: readonly [string, string], names: readonly [string, string]): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'table-')), 'fleet.csv');
  const rows = [
    'Device id,Title,Make,City,Labels',
    `${ids[0]},${names[0]},Volta,Bern,"night, leased"`,
    `no-id,Broken,,,`,
    `${ids[1]},${names[1]},Volta,Basel,`,
    `${ids[0].toUpperCase()},Again,,,`,
  ];
  writeFileSync(file, rows.join('\n'));
  return file;
}

async function importTable(page: Page, file: string): Promise<void> {
  await openImport(page);
  await page.getByLabel('File to import').setInputFiles(file);
  await expect(page.getByRole('combobox', { name: /^Name/ })).toHaveValue('Title');
  await page.getByRole('button', { name: 'Check 4 rows' }).click();
  await expect(page.getByText('1 row is faulty and will be left out.')).toBeVisible();
  const faults = page.getByRole('table', { name: 'Faults' });
  await expect(faults.getByRole('row', { name: /Row 3 id Not an id/ })).toBeVisible();
  await expect(page.getByText(/^1 row is a duplicate of an earlier row/)).toBeVisible();
  await expect(faults.getByRole('row', { name: 'Row 5 id Duplicate of Row 2' })).toBeVisible();
}

test('a table is previewed, imported and found; it replaces what an operator entered before; an id unknown to the Service is marked, with the time', async ({
  page,
  gridhelm,
}) => {
  const ids = [randomUUID(), randomUUID()] as const;
  await signIn(page, gridhelm, { role: 'administrator', path: '/entities' });
  await importTable(page, smallTable(ids, ['Imported one', 'Imported two']));
  await expect(page.getByText(/Entities: 2 added, 0 updated/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 changes' }).click();
  await expect(page.getByText(/^Imported\. /)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('searchbox', { name: /Search name/ }).fill('imported bern');
  await expect(table(page, 'Entities').getByRole('link', { name: 'Imported one' })).toBeVisible();
  await expect(table(page, 'Entities').getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/q=imported/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Tag: Any tag' }).click();
  await expect(page.getByRole('button', { name: 'leased', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // A file replaces what an operator entered before, as its preview says.
  const others = [randomUUID(), randomUUID()] as const;
  await page.goto(`${gridhelm.origin}/entities`);
  await page.getByRole('button', { name: 'Add an Entity' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill(others[0]);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Ours');
  await page.getByRole('button', { name: 'Add an Entity' }).last().click();
  await expect(page).toHaveURL(new RegExp(others[0]));
  await expect(
    page.getByText(/^The features could not be read: .* refused with 404/),
  ).toBeVisible();
  await expect(async () => {
    await page.goto(`${gridhelm.origin}/entities?health=unreachable`);
    const ours = table(page, 'Entities').getByRole('row', { name: /Ours/ });
    await expect(ours).toHaveCount(1, { timeout: 5000 });
  }).toPass();
  await page.getByRole('button', { name: 'Edit the record of Ours' }).click();
  await expect(
    page.getByText(/Not reachable with our credentials: not found \(404\)/),
  ).toBeVisible();
  await page.goto(`${gridhelm.origin}/entities`);
  await importTable(page, smallTable(others, ['Theirs', 'Another']));
  const changes = table(page, 'Changes of known rows');
  await expect(changes.getByRole('row', { name: 'Ours Name Ours Theirs' })).toBeVisible();
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await expect(page.getByText(/^Imported\. /)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('searchbox', { name: /Search name/ }).fill(others[0]);
  await expect(table(page, 'Entities').getByRole('link', { name: 'Theirs' })).toBeVisible();
});

test('a Collective is added by its id, renamed, archived and restored, and exported', async ({
  page,
  gridhelm,
}) => {
  const id = randomUUID();
  await signIn(page, gridhelm, { role: 'administrator' });
  await page.getByRole('button', { name: 'Add a Collective' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill('not an id');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed depot');
  await page.getByRole('button', { name: 'Add a Collective' }).last().click();
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Typed depot');
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('button', { name: 'Add a Collective' }).last().click();
  await expect(page.getByRole('heading', { name: 'Typed depot' })).toBeVisible();

  await page.goto(`${gridhelm.origin}/collectives?sort=entities&order=desc`);
  await page.getByRole('button', { name: 'Edit the record of Typed depot' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Depot of ours');
  await page.getByRole('textbox', { name: 'Tags' }).fill('night, leased');
  await page.getByRole('button', { name: 'Save the record' }).click();
  await expect(
    table(page, 'Collectives').getByRole('link', { name: 'Depot of ours', exact: true }),
  ).toBeVisible();
  await chooseFilter(page, 'Tag', 'night');
  await expect(page.getByText('1 of 4 Collectives')).toBeVisible();
  await expect(page).toHaveURL(/tag=night/);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('button', { name: 'Export Collectives as CSV' }).click();
    })(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8').split('\n');
  const found = lines.find((line) => line.startsWith(id));
  expect(found).toContain('Depot of ours');
  expect(found).toContain('"leased, night"');

  await page.getByRole('button', { name: 'Edit the record of Depot of ours' }).click();
  await page.getByRole('button', { name: 'Archive it' }).click();
  await expect(page.getByText('No Collective matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Archived' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit the record of Depot of ours' }).click();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await page.getByRole('button', { name: 'Remove the filter Archived' }).click();
  await expect(
    table(page, 'Collectives').getByRole('link', { name: 'Depot of ours', exact: true }),
  ).toBeVisible();
});

test('columns, order and filters are in the link, and can be saved as a view', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { role: 'viewer', path: '/entities' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseFilter(page, 'Type', 'Heat pump');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Type', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Brand', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Known from' }).check();
  // Shown if any Entity has one.
  await page.getByRole('checkbox', { name: 'Place', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  const headers = table(page, 'Entities').getByRole('columnheader');
  await expect(headers.nth(-2)).toHaveText('Known from');
  await headers.getByRole('button', { name: 'Brand', exact: true }).click();
  // Chosen columns stay, even if no row has a value.
  await expect(headers).toHaveText(['Name', 'Brand', 'Known from', 'Actions']);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Heat');
  await page.getByRole('textbox', { name: 'Save this view as' }).press('Enter');
  await expect(page.getByText('Saved as “Heat”.')).toBeVisible();
  await page.keyboard.press('Escape');

  // A view lists them in a different order than they were chosen.
  const parameters = () => Object.fromEntries(new URL(page.url()).searchParams);
  const link = parameters();
  expect(link).toMatchObject({ type: 'HeatPump', sort: 'brand', order: 'asc' });
  await page.goto(`${gridhelm.origin}/entities`);
  await expect(headers.nth(1)).toHaveText('Type');
  await expect(headers.filter({ hasText: /Brand|Known from/ })).toHaveCount(0);
  const views = page.getByRole('navigation', { name: 'Views of the Entities' });
  await expect(views.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page');
  await views.getByRole('link', { name: 'Heat', exact: true }).press('Enter');
  await expect.poll(parameters).toEqual(link);
  await expect(headers).toHaveText(['Name', 'Brand', 'Known from', 'Actions']);
  await expect(page.getByRole('columnheader', { name: /Brand/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(views.getByRole('link', { name: 'Heat' })).toHaveAttribute('aria-current', 'page');

  // A built-in view clears the filters, and keeps the columns and the order.
  const all = views.getByRole('link', { name: /^All/ });
  await all.click();
  const { type: _type, ...looks } = link;
  await expect.poll(parameters).toEqual(looks);
  await expect(all).toHaveAttribute('aria-current', 'page');
});

test('the global search works by keyboard alone, for a viewer too', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm, { role: 'viewer' });
  await expect(table(page, 'Collectives')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: /Search name/ })).toBeFocused();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: /^Find a page/ });
  await expect(field).toBeFocused();
  await field.fill('rotterdam delivery vans');
  const found = page.getByRole('region', { name: 'Collectives' });
  await expect(found.getByRole('button', { name: /Rotterdam/ })).toBeVisible();
  await expect(page.getByText('Searching the directory…')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rotterdam Delivery Vans' })).toBeVisible();
  const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';

  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Activity|Batches/ })).toBeVisible();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, id);
  await expect(field).toHaveValue(id);
  await expect(found.getByRole('button', { name: /Rotterdam/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(id));

  await page.keyboard.press('Control+k');
  await field.fill('New report');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^New report/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Report of/ })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
