import type { Page } from '@playwright/test';
import type { Gridhelm } from './support/gridhelm.ts';
import { expect, expectSound, signIn, test } from './support/fixtures.ts';
import { openCollective, reviewCommand, sendButton, waitForFinalTally } from './support/steps.ts';

/** Visits each page once and checks it where it stands. */
async function visitPages(
  page: Page,
  gridhelm: Gridhelm,
  check: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${gridhelm.origin}/sign-in`);
  await expect(page.getByRole('button', { name: /as operator/i })).toBeVisible();
  await check('sign-in');
  await signIn(page, gridhelm);
  await expect(page.getByRole('cell', { name: 'SolarFarm' }).first()).toBeVisible();
  await check('collectives');

  await page.setViewportSize({ width: 1280, height: 800 });
  await openCollective(page, 'Fleet');
  await expect(page.getByRole('table', { name: /Entities/ })).toBeVisible();
  await check('collective');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('checkbox', { name: 'Ignore cooldowns' }).check();
  await check('dispatch');
  await page.getByRole('checkbox', { name: 'Ignore cooldowns' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await reviewCommand(page, 'Stop charging');
  await check('review');
  await sendButton(page, 'Stop charging').click();
  await waitForFinalTally(page, gridhelm);
  await check('batch');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Charge sessions' })).toBeVisible();
  await page.goto(`${page.url().replace(/\?.*/, '')}?tab=sessions&range=90d`);
  await expect(page.getByRole('table', { name: /sessions/i })).toBeVisible();
  await check('entity');
  await page.goto(`${gridhelm.origin}/batches`);
  await expect(page.getByRole('table')).toBeVisible();
  await check('activity');
  await page.goto(`${gridhelm.origin}/no/such/page`);
  await expect(page.getByText(/not found/i).first()).toBeVisible();
  await check('not-found');
}

test('every page is accessible, wide and on a phone, in light and dark', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(300_000);
  const seen: string[] = [];
  await visitPages(page, gridhelm, async (name) => {
    await test.step(name, () => expectSound(page));
    seen.push(name);
  });
  expect(seen).toHaveLength(9);
});
