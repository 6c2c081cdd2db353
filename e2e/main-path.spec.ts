import { expect, signInByClick, test } from './support/fixtures.ts';
import {
  openCollective,
  reviewCommand,
  sendButton,
  signOut,
  waitForFinalTally,
} from './support/steps.ts';

test('an operator signs in, stops charging on a whole Fleet and sees the result for each device', async ({
  page,
  gridhelm,
}) => {
  await signInByClick(page, gridhelm);
  await expect(page.getByRole('heading', { level: 1, name: 'Collectives' })).toBeVisible();
  await openCollective(page, 'Fleet');
  await reviewCommand(page, 'Stop charging');
  await expect(
    page.getByRole('region', { name: 'Dry run' }).getByRole('heading', { name: /can act/ }),
  ).toBeVisible();
  await sendButton(page, 'Stop charging').click();

  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1, name: /^Stop charging/ })).toBeVisible();
  await expect(page.getByText(/as of \d\d:\d\d:\d\d/i).first()).toBeVisible();
  await waitForFinalTally(page, gridhelm);

  // Successes and failures are distinguished, and each failure has the device's own reason.
  await expect(page.getByRole('button', { name: /^Verified \d+ \d+ %/ })).toBeVisible();
  const failed = page.getByRole('button', { name: /^Failed \d+ \d+ %/ });
  await failed.click();
  await expect(page).toHaveURL(/verdict=failed/);
  const count = Number(/Failed\s*(\d+)/.exec((await failed.textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(0);
  // The causes are those of the tiles, and each row has its reason.
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('button');
  const counts = await causes.evaluateAll((all) =>
    all.map((each) => Number(/\d+$/.exec(each.textContent ?? '')?.[0] ?? 0)),
  );
  expect(counts.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(count);
  const rows = page
    .getByRole('table', { name: 'Entities of the batch' })
    .locator('tbody')
    .getByRole('row');
  await expect(rows).toHaveCount(count);
  for (const row of await rows.all()) {
    await expect(row.getByRole('cell').nth(3)).toHaveText(/\w+.*\w+/);
  }

  // A colleague opens the same link and sees the same rows.
  const link = page.url();
  await page.goto(link);
  await expect(rows).toHaveCount(count);

  // Continues to a device and its charge sessions.
  await rows.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/entities\//);
  await page.getByRole('tab', { name: 'Charge sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Charge sessions' })).toBeVisible();
});

test('a signed-out visitor reaches the linked page after signing in; signing out ends the session everywhere', async ({
  page,
  gridhelm,
}) => {
  await page.goto(`${gridhelm.origin}/batches`);
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  await page.getByRole('button', { name: 'Other roles' }).click();
  await page.getByRole('button', { name: /as viewer/ }).click();
  await expect(page).toHaveURL(`${gridhelm.origin}/batches`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const cookies = await page.context().cookies();
  await signOut(page);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.context().addCookies(cookies);
  await page.goto(`${gridhelm.origin}/collectives`);
  await expect(page).toHaveURL(/\/sign-in/);
});
