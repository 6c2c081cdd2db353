import type { Page } from '@playwright/test';
import type { Gridhelm } from './support/gridhelm.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, passWarnings } from './support/steps.ts';

const ZONE = 'Europe/Brussels';

/** The last Sunday of a month (1 to 12) of the next year: the clock changes on it in March and October. */
function nextLastSunday(month: number): string {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0));
  return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
}

async function planLater(page: Page, gridhelm: Gridhelm, collective: string): Promise<void> {
  await signIn(page, gridhelm);
  await openCollective(page, collective);
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Later/ }).check();
}

async function fillRow(
  page: Page,
  row: number,
  fields: { date: string; time: string; zone: string; type: string },
): Promise<void> {
  const field = (name: string) => page.getByLabel(`${name} of Command ${row}`, { exact: true });
  await field('Date').fill(fields.date);
  await field('Time').fill(fields.time);
  await page.getByLabel('Time zone', { exact: true }).fill(fields.zone);
  await field('Type').selectOption(fields.type);
}

test('asks about skipped and repeated times, keeps them over a reload, and plans them as chosen', async ({
  page,
  gridhelm,
}) => {
  const [march, october] = [nextLastSunday(3), nextLastSunday(10)];
  await planLater(page, gridhelm, 'Fleet');
  await fillRow(page, 1, { date: march, time: '02:30', zone: ZONE, type: 'StopCharging' });
  await page.getByRole('button', { name: 'Add a Command' }).click();
  await fillRow(page, 2, { date: october, time: '02:30', zone: ZONE, type: 'StartCharging' });
  await expect(page.getByText(/^02:30 does not exist on/)).toBeVisible();
  await expect(page.getByText(/^02:30 occurs twice on/)).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Say which instant is meant.')).toHaveCount(2);
  await page.getByRole('radio', { name: /after the change \(01:30 UTC\)/ }).check();
  await page.getByRole('radio', { name: /the second time \(01:30 UTC\)/ }).check();
  await page.getByLabel(/^Reason/).fill('Night tariff');

  await page.reload();
  await expect(page.getByLabel('Type of Command 2')).toHaveValue('StartCharging');
  await expect(page.getByLabel('Date of Command 1')).toHaveValue(march);
  await expect(page.getByRole('radio', { name: /the second time/ })).toBeChecked();
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Night tariff');
  await page.getByLabel(/^Reason/).press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Schedule 2 Commands for \d+ E/ })).toBeVisible();
  await passWarnings(page);
  const list = page.getByRole('table', { name: 'Commands to be scheduled' });
  await expect(list.getByRole('row').nth(1)).toContainText('03:30 UTC+02:00 Europe/Brussels');
  await expect(list.getByRole('row').nth(2)).toContainText('02:30 UTC+01:00 Europe/Brussels');

  const before = await gridhelm.received('scheduleCommands');
  await page.getByRole('button', { name: /^Schedule 2 Commands for \d+ Entities$/ }).click();
  await expect(page).toHaveURL(/\/batches\//);
  expect((await gridhelm.received('scheduleCommands')) - before).toBe(1);
  const batch = new URL(page.url()).pathname;

  // Both are in the schedule; the skipped time also shows the typed one.
  await page.getByRole('link', { name: /^Schedule( \d+)?$/ }).click();
  const planned = page.getByRole('table', { name: 'Planned Commands' });
  await expect(
    planned.getByText(/03:30 UTC\+02:00 Europe\/Brussels, typed as 02:30/),
  ).toBeVisible();
  await expect(planned.getByText(/02:30 UTC\+01:00 Europe\/Brussels$/)).toBeVisible();

  // One of them is canceled from here; the other stays.
  await planned.getByRole('button', { name: /^Cancel Start charging/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel \d+ open Commands\?/ });
  await expect(dialog.getByText(/Start charging on .* planned for/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Cancel \d+ open Commands$/ }).click();
  await expect(page).toHaveURL(/\/batches\//);
  await page.getByRole('link', { name: /^Schedule( \d+)?$/ }).click();
  const ofBatch = planned.locator(`a[href="${batch}"]`);
  await expect(ofBatch.filter({ hasText: 'Stop charging' })).toBeVisible();
  await expect(ofBatch.filter({ hasText: 'Start charging' })).toHaveCount(0, { timeout: 40_000 });
});

test('rows from a CSV file: a preview with the errors of each, only valid ones are imported', async ({
  page,
  gridhelm,
}) => {
  await planLater(page, gridhelm, 'Solar farm');
  await page.getByRole('button', { name: 'Remove Command 1' }).click();
  await page.getByRole('button', { name: 'Paste or import rows' }).click();
  const year = new Date().getUTCFullYear() + 1;
  await page.getByLabel('CSV file with rows').setInputFiles({
    name: 'plan.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'When,Time zone,Command,Limit,Ort',
        `${year}-05-01 12:00,${ZONE},Limit feed-in,5000,Zürich`,
        `${year}-05-01 12:00,${ZONE},Limit feed-in,lots,Zürich`,
        `${year}-05-02 12:00,${ZONE},Limit feed-in,5,000,Zürich`,
        `${year}-02-30 12:00,${ZONE},Reset,,`,
        `2020-05-01 12:00,UTC,Reset,,`,
        `${year}-05-01T15:00Z,${ZONE},Reset,,`,
      ].join('\n'),
      'latin1',
    ),
  });
  await expect(
    page.getByText(/^6 rows read: 2 valid, 4 with errors\..*Read as Windows-1252/),
  ).toBeVisible();
  const preview = page.getByRole('table', { name: 'Rows that were read' });
  await expect(preview.getByText(/must be a number of W/)).toBeVisible();
  await expect(preview.getByText(/there is no column for “Zürich”/)).toBeVisible();
  await expect(preview.getByText('This date or time does not exist.')).toBeVisible();
  await expect(preview.getByText(/^This is past/)).toBeVisible();
  await page.getByRole('button', { name: 'Import the 2 valid rows' }).click();
  await expect(page.getByLabel('Feed-in limit of Command 1')).toHaveValue('5000');
  await expect(page.getByLabel('Time of Command 2')).toHaveValue('17:00');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: /^Schedule 2 Commands/ })).toBeVisible();
});
