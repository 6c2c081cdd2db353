import { readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { openSentBatch, waitForFinalTally } from './support/steps.ts';

test('a tile, the sorting and the file show the same rows as the link does', async ({
  page,
  gridhelm,
}) => {
  await openSentBatch(page, gridhelm, 'StopCharging');
  await waitForFinalTally(page, gridhelm);

  const tile = page.getByRole('button', { name: /^Verified \d+ \d+ %/ });
  const count = Number(/^Verified ?(\d+)/.exec((await tile.textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(10);
  await tile.click();
  await expect(page).toHaveURL(/verdict=verified/);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const table = page.getByRole('table', { name: 'Entities of the batch' });
  await expect(table.locator('tbody tr')).toHaveCount(count);

  await table.getByRole('button', { name: 'Entity' }).click();
  await table.getByRole('button', { name: 'Entity' }).click();
  await expect(page).toHaveURL(/sort=entity&dir=desc/);
  const first = (await table.locator('tbody tr').first().getByRole('link').textContent()) ?? '';
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV of ${count} rows` }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^batch-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines[1]?.startsWith(`${first},`)).toBe(true);
  expect(lines[1]).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00,Succeeded,Verified,/);

  await page.reload();
  await expect(table.locator('tbody tr')).toHaveCount(count);
  await expect(table.getByRole('columnheader', { name: 'Entity' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('an honest retry, the history of a Command, and sorting on a phone', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(180_000);
  await openSentBatch(page, gridhelm, 'StopCharging');
  await waitForFinalTally(page, gridhelm);

  const retry = page.getByRole('region', { name: 'Retry' });
  await expect(
    retry.getByText(
      /^\d+ failed(, \d+ not verified)?\. Sending again also commands the \d+ other /,
    ),
  ).toBeVisible();
  await expect(retry.getByRole('link', { name: /^Send again to all 60/ })).toHaveAttribute(
    'href',
    /previous=/,
  );

  await page
    .getByRole('button', { name: /^History of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Observed changes' })).toContainText('Pending');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Entity');
  await expect(page).toHaveURL(/sort=entity/);
});
