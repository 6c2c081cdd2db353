import type { Page } from '@playwright/test';
import { Gridhelm } from './support/gridhelm.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { openSentBatch, waitForFinalTally } from './support/steps.ts';

/** Marks the document, to detect a reload. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('data-marked', 'yes'));
}

async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveAttribute('data-marked', 'yes');
}

test('another browser sees a batch begin, run and end, without a reload; an operator on another page is notified quietly', async ({
  page,
  browser,
  gridhelm,
}) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  try {
    await signIn(other, gridhelm);
    await markDocument(other);
    await openSentBatch(page, gridhelm, 'StopCharging');
    const id = /batches\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

    const pinned = other
      .getByRole('region', { name: 'Running' })
      .getByRole('link', { name: /^Stop charging on .* \d+\/60$/ });
    await expect(pinned.first()).toBeVisible();
    await expect(page).toHaveTitle(/^\d+\/60 · Stop charging on 60 Entities/);

    await other.getByRole('link', { name: 'Activity' }).click();
    await expect(other.locator(`main a[href="/batches/${id}"]`).first()).toBeVisible();
    await other.locator(`main a[href="/batches/${id}"]`).first().click();
    await expect(other.getByText(/as of .* live/).first()).toBeVisible();
    await page.getByRole('link', { name: 'Collectives' }).first().click();
    await waitForFinalTally(other, gridhelm);
    await expect(other).toHaveTitle(/^Done: Stop charging on 60 Entities/);
    await expectSameDocument(other);

    const notice = page.getByRole('link', { name: /^Done: Stop charging on/ });
    await expect(notice).toBeVisible({ timeout: 60_000 });
    await notice.click();
    await expect(page).toHaveURL(new RegExp(`/batches/${id}`));
    await expect(notice).toHaveCount(0);
  } finally {
    await context.close();
  }
});

test('the console restarts midway, killed with -9: the page shows it and recovers without a reload, the tally completes', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start();
  try {
    await openSentBatch(page, gridhelm, 'StopCharging');
    await expect(page.getByText(/as of .* live/).first()).toBeVisible();
    await markDocument(page);
    await gridhelm.end('SIGKILL');
    await expect(page.getByText(/Could not refresh since/).first()).toBeVisible();
    await gridhelm.start();
    await expect(page.getByText(/as of .* live/).first()).toBeVisible({ timeout: 30_000 });
    await waitForFinalTally(page, gridhelm);
    await expectSameDocument(page);
  } finally {
    await gridhelm.dispose();
  }
});
