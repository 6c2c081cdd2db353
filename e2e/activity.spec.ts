import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, reviewCommand, sendButton, waitForFinalTally } from './support/steps.ts';

test('batches by day, with filters that a link keeps', async ({ page, gridhelm }) => {
  test.setTimeout(150_000);
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await reviewCommand(page, 'Stop charging');
  await sendButton(page, 'Stop charging').click();
  await waitForFinalTally(page, gridhelm);
  await page.getByRole('link', { name: 'Activity' }).first().click();
  // A test that begins before midnight looks at it as of yesterday afterwards.
  const today = page.getByRole('region', { name: /^(?:Today|Yesterday)$/ }).first();
  await expect(today.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Command' }).selectOption({ label: 'Reset' });
  await expect(page).toHaveURL(/type=Reset/);
  await expect(page.getByText('No batch matches these filters.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Command' }).selectOption({ label: 'Stop charging' });
  await page.getByRole('combobox', { name: 'Sent by' }).selectOption({ label: 'Jonas Verbeek' });
  await page.getByRole('button', { name: 'Accepted' }).click();
  await expect(page).toHaveURL(/outcome=accepted/);
  await page.reload();
  await expect(today.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveValue('StopCharging');
  await page.getByLabel('Last day').fill('2020-01-01');
  await expect(page.getByText('No batch matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/batches$/);
  await expect(today).toBeVisible();
});
