import { expect, test } from './support/fixtures.ts';
import { chooseFilter, openSentBatch, waitForFinalTally } from './support/steps.ts';

test('batches by day, with filters that a link keeps; the log shows who sent what, and its chain is intact', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(150_000);
  await openSentBatch(page, gridhelm, 'StopCharging', 'administrator');
  await waitForFinalTally(page, gridhelm);
  const batchUrl = page.url();

  await page.getByRole('link', { name: 'Activity' }).first().click();
  // A test that begins before midnight shows it as yesterday's afterwards.
  const today = page.getByRole('region', { name: /^(?:Today|Yesterday)$/ }).first();
  await expect(today.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();

  await chooseFilter(page, 'Command', 'Reset');
  await expect(page).toHaveURL(/type=Reset/);
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await chooseFilter(page, 'Command', 'Stop charging');
  await chooseFilter(page, 'Sent by', 'Tomasz Nowak');
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

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await chooseFilter(page, 'Action', 'Dispatch');
  await expect(page).toHaveURL(/action=dispatch/);
  const accepted = page
    .getByRole('row', { name: /Dispatch Stop charging for .+ Accepted/ })
    .first();
  await expect(accepted).toBeVisible();
  await accepted.getByRole('button', { name: /^Details: Dispatch/ }).click();
  const details = page.getByRole('dialog', { name: /^Dispatch Stop charging for/ });
  await expect(details.getByText('Accepted, the Service answered 201')).toBeVisible();
  await expect(details.getByText(/"type":"StopCharging"/)).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText('The chain holds.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Action is Dispatch' })).toBeVisible();
  await accepted.getByRole('link', { name: 'Stop charging' }).click();
  await expect(page).toHaveURL(batchUrl.replace(/\?.*/, ''));
});
