import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Gridhelm } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { openSentBatch, waitForFinalTally } from './support/steps.ts';

/** Sends to the Fleet and opens the receipt once it is sealed. */
async function openReceipt(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin' | 'finishDevices'>,
): Promise<void> {
  await openSentBatch(page, gridhelm, 'StopCharging');
  await waitForFinalTally(page, gridhelm);
  await page.goto(`${page.url().replace(/\?.*/, '')}/receipt`);
  await expect(page.getByText(/^Sealed .* revision 1$/)).toBeVisible({ timeout: 60_000 });
}

test('the receipt is sealed, checked by server and browser, downloaded, printed, and kept', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(150_000);
  await openReceipt(page, gridhelm);
  await expect(
    page.getByRole('heading', { level: 1, name: /^Receipt: Stop charging on \d+ Entities$/ }),
  ).toBeVisible();
  const rows = page.getByRole('table', { name: 'Entities and Commands' }).getByRole('row');
  const members = Number(
    /on (\d+) Entities/.exec(
      (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
    )?.[1],
  );
  await expect(rows).toHaveCount(members + 1);
  const hash = await page.getByRole('code').first().textContent();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);

  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/1 seal recomputed: each is as it was sealed/)).toBeVisible();
  await expect(page.getByText(/This browser: the content of this page matches/)).toBeVisible();
  await expect(page.getByText('Does not hold.')).toHaveCount(0);

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^receipt-.*\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('SHA-256');
  expect(lines.length).toBeGreaterThan(members);
  expect(lines.slice(1).every((line) => line.includes(hash ?? 'no hash'))).toBe(true);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('table', { name: 'Entities and Commands' })).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await gridhelm.end('SIGTERM');
  await gridhelm.start();
  await page.reload();
  await expect(page.getByRole('code').first()).toHaveText(hash ?? '');
});
