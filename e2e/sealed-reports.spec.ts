import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import { readFleet, vansOf } from './support/fleet-reads.ts';
import { chooseMore } from './support/steps.ts';

const listRow = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

/** Fills in a new tariff except for its prices. */
async function beginTariff(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'New tariff' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Currency').fill('chf');
  await page.getByLabel('Valid from').fill('2020-01-01');
}

async function saveTariff(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save the tariff' }).click();
  await expect(page.getByText(`“${name}” is saved as version 1.`)).toBeVisible();
}

test('tariffs of each kind of price, one with a file of hourly prices', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { role: 'approver', path: '/reports/tariffs' });
  await expect(page.getByText('There are no tariffs yet.')).toBeVisible();
  await beginTariff(page, 'Flat');
  await page.getByRole('button', { name: 'Save the tariff' }).click();
  await expect(page.getByText(/Enter a price with at most six decimals/)).toBeVisible();
  await expect(page.getByLabel('Price, CHF per kWh')).toBeFocused();
  await page.getByLabel('Price, CHF per kWh').fill('0,27');
  await page.getByLabel('Fee per session').fill('0.5');
  await saveTariff(page, 'Flat');

  await beginTariff(page, 'Registers');
  await page.getByRole('button', { name: 'By register' }).click();
  await page.getByLabel('t1, CHF per kWh').fill('0.3');
  await saveTariff(page, 'Registers');
  await expect(
    listRow(page, 'Tariffs', 'Registers').getByText(/t1 0\.3 CHF\/kWh, t2 no price/),
  ).toBeVisible();

  await beginTariff(page, 'Hours');
  await page.getByRole('button', { name: 'By time of use' }).click();
  const peak = page.getByRole('group', { name: 'Price 1', exact: true });
  await peak.getByLabel('Name of Price 1').fill('peak');
  await peak.getByLabel('CHF per kWh').fill('0.40');
  await peak.getByLabel('From', { exact: true }).fill('7:00');
  await peak.getByLabel('To', { exact: true }).fill('20:00');
  await peak.getByRole('button', { name: 'Sat' }).click();
  await peak.getByRole('button', { name: 'Sun' }).click();
  await page.getByLabel(/^Otherwise/).fill('0.25');
  const week = page.getByLabel('Prices of a week');
  await page.getByLabel('A day of the week to show').fill('2026-01-07');
  await expect(week.getByText(/07:00–20:00: 0\.4/)).toHaveCount(5);
  await expect(week.getByText('00:00–24:00: 0.25')).toHaveCount(2);
  await saveTariff(page, 'Hours');

  // A file is taken whole or not at all.
  await page.getByRole('link', { name: 'Flat' }).click();
  await page.getByRole('button', { name: 'Add prices from another day on' }).click();
  const second = page.getByRole('group', { name: 'Prices 2' });
  await second.getByLabel('Valid from').fill('2026-10-25');
  await second.getByRole('button', { name: 'Hourly, from a file' }).click();
  const choose = (lines: readonly string[]) =>
    second.getByLabel('File of prices').setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time;price', ...lines].join('\r\n')),
    });
  await choose(['2026-10-25 00:00;0,21', '2026-10-25 01:00;cheap']);
  await expect(second.getByText(/^Line 3: /)).toBeVisible();
  await expect(second.getByText(/none of its prices are used/)).toBeVisible();
  // The clock is set back in this night: 02:00 is there twice.
  const hours = ['00', '01', '02', '02', '03'].map((hour) => `2026-10-25 ${hour}:00;-0,05`);
  await choose(hours);
  await expect(second.getByText(/^5 prices, one for every 60 minutes/)).toBeVisible();
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText('“Flat” is saved as version 2.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Registers' }).click();
  await expect(page.getByRole('dialog').getByText(/keep that version/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the tariff' }).click();
  await expect(listRow(page, 'Tariffs', 'Registers')).toHaveCount(0);
});

test('a report is sealed, listed, read, saved as a file and deleted', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(90_000);
  const vans = (await vansOf(gridhelm)).slice(0, 4).map(({ id }) => id);
  await readFleet(gridhelm, { entityIds: vans, resources: ['sessions'] });
  const path = `/reports/new?period=last-30-days&entities=${vans.join('.')}`;
  await signIn(page, gridhelm, { role: 'approver', path });
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByLabel('Keep until').fill('2099-12-31');
  await page.getByRole('button', { name: 'Seal the report' }).click();
  await page.getByRole('link', { name: 'Open the sealed report' }).click();

  await expect(page.getByRole('heading', { level: 1, name: '4 listed Entities' })).toBeVisible();
  const groups = page.getByRole('table', { name: 'Groups of the sealed report' });
  await expect(groups.getByText('Total', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Nothing: the same report of today has the same figures.'),
  ).toBeVisible();
  await expect(page.getByText('Kept until 31 Dec 2099')).toBeVisible();
  const energy = await page.locator('dt:text-is("Energy") + dd span').first().textContent();
  const copy = page.getByRole('button', { name: /^Copy the hash of the manifest/ });
  const [hash = ''] = /[0-9a-f]{64}/.exec((await copy.getAttribute('aria-label')) ?? '') ?? [];

  await page.getByRole('button', { name: 'Export' }).click();
  const save = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile(await (await waiting).path());
  };
  const manifest = await save('Manifest as JSON');
  expect(createHash('sha256').update(manifest).digest('hex')).toBe(hash);
  const csv = await save('CSV of sessions');
  expect(await save('CSV of sessions')).toEqual(csv);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Today’s figures' }).click();
  await expect(page).toHaveURL(/\/reports\/new\?sealed=[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: '4 listed Entities' })).toBeVisible();
  await expect(page.getByText(energy ?? '', { exact: true }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Reports' }).first().click();
  const row = listRow(page, 'Sealed reports', '4 listed Entities');
  await expect(row).toContainText(energy ?? '');
  await expect(row).toContainText('kept until 31 Dec 2099');
  await row.getByRole('link').click();
  await chooseMore(page, 'Delete the report');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete the report' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('It was a test');
  await dialog.getByRole('button', { name: 'Delete the report' }).click();
  await expect(page.getByText('No sealed reports yet.')).toBeVisible();
});
