import { expect, test } from './support/fixtures.ts';
import { chooseFilter, openSentBatch, waitForFinalTally } from './support/steps.ts';

test('batches by day, with filters that a link keeps', async ({ page, gridhelm }) => {
  test.setTimeout(150_000);
  await openSentBatch(page, gridhelm, 'StopCharging');
  await waitForFinalTally(page, gridhelm);
  await page.getByRole('link', { name: 'Activity' }).first().click();
  // A test that begins before midnight shows it as yesterday's afterwards.
  const today = page.getByRole('region', { name: /^(?:Today|Yesterday)$/ }).first();
  await expect(today.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();

  await chooseFilter(page, 'Command', 'Reset');
  await expect(page).toHaveURL(/type=Reset/);
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await chooseFilter(page, 'Command', 'Stop charging');
  await chooseFilter(page, 'Sent by', 'Jonas Verbeek');
  await chooseFilter(page, 'Outcome', 'Accepted');
  await expect(page).toHaveURL(/outcome=accepted/);
  await page.reload();
  await expect(today.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Command is Stop charging' })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Sent: Any time' }).click();
  await page.getByLabel('Last day').fill('2020-01-01');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/batches$/);
  await expect(today).toBeVisible();
});
