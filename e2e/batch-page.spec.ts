import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, signIn, test } from './support/fixtures.ts';
import { openSentBatch, sendToCollective, waitForFinalTally } from './support/steps.ts';

test('a tile, the sorting and the file show the same rows as the link does; an honest retry, the history of a Command, and the record', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(150_000);
  await openSentBatch(page, gridhelm, 'StopCharging');
  await waitForFinalTally(page, gridhelm);

  const tile = page.getByRole('button', { name: /^Verified \d+ \d+ %/ });
  const count = Number(/^Verified ?(\d+)/.exec((await tile.textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(10);
  await tile.click();
  await expect(page).toHaveURL(/verdict=verified/);
  const table = page.getByRole('table', { name: 'Entities of the batch' });
  await expect(table.locator('tbody tr')).toHaveCount(count);

  await table.getByRole('button', { name: 'Entity' }).click();
  await table.getByRole('button', { name: 'Entity' }).click();
  await expect(page).toHaveURL(/sort=entity&dir=desc/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV of ${count} rows` }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^batch-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(count + 1);
  const [first = ''] = lines[1]?.split(',') ?? [];
  await expect(table.locator('tbody tr').first().getByRole('link')).toHaveText(first);
  expect(lines[1]).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00,Succeeded,Verified,/);

  await page.reload();
  await expect(table.locator('tbody tr')).toHaveCount(count);
  await expect(table.getByRole('columnheader', { name: 'Entity' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  const retry = page.getByRole('region', { name: 'Retry' });
  await expect(
    retry.getByText(
      /^\d+ failed(, \d+ not verified)?\. Sending again also commands the \d+ other /,
    ),
  ).toBeVisible();
  const batch = new URL(page.url()).pathname;
  await retry.getByRole('link', { name: /^Send again to all 60/ }).click();
  await expect(page.getByRole('heading', { name: 'Stop charging on 60 Entities?' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(batch);

  await page
    .getByRole('button', { name: /^History of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Observed changes' })).toContainText('Pending');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Status');
  await expect(page).toHaveURL(/sort=status/);

  // Its record has the hash of the audit log, which stays; paper has every row.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(gridhelm.origin + batch);
  const record = page.getByRole('region', { name: 'Record' });
  await expect(record.getByText(/in the audit log since/)).toBeVisible({ timeout: 60_000 });
  const hash = await record.getByRole('code').first().textContent();
  const saving = page.waitForEvent('download');
  await record.getByRole('button', { name: 'Record as JSON' }).click();
  const json = readFileSync(await (await saving).path());
  expect(createHash('sha256').update(json).digest('hex')).toBe(hash);

  const printed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.print = () => resolve(document.querySelectorAll('main tbody tr').length);
      }),
  );
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  expect(await printed).toBe(60);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await gridhelm.end('SIGTERM');
  await gridhelm.start();
  await page.reload();
  await expect(record.getByRole('code').first()).toHaveText(hash ?? '');
});

test('what fails moves nothing on the page, and comes first', async ({ page, gridhelm }) => {
  const id = await sendToCollective(gridhelm, 'VirtualPowerPlant', 'StopCharging');
  await signIn(page, gridhelm, { path: `/batches/${id}` });
  const rows = page.getByRole('table', { name: 'Entities of the batch' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const top = async () => (await rows.first().boundingBox())?.y;
  const before = await top();
  expect(before).toBeLessThan(620);
  await gridhelm.finishDevices();
  await expect(page.getByText(/^All \d+ Entities have a final state/).first()).toBeVisible();
  await expect(rows.first()).toContainText('Failed');
  expect(await top()).toBe(before);
  // What no device of its type can do is no failure of the device.
  await expect(page.getByRole('button', { name: /^Cannot take it \d+ \d+ %/ })).toBeVisible();
  await expect(page.getByText(/^\d+ failed\. Sending again also commands/)).toBeVisible();
  // A cause in the words of the devices shows its Entities.
  const causes = page.getByRole('list', { name: 'Causes' });
  await causes.getByRole('button').first().click();
  await expect(page).toHaveURL(/verdict=failed&cause=/);
  await expect(rows.first()).toContainText('Failed');
});
