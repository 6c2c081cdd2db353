import { expect, signIn, test } from './support/fixtures.ts';
import {
  expectSameDocument,
  markDocument,
  openSentBatch,
  waitForFinalTally,
} from './support/steps.ts';

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
