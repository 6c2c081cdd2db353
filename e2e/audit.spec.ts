import { expect, test } from './support/fixtures.ts';
import { chooseFilter, openSentBatch, waitForFinalTally } from './support/steps.ts';

test('the log shows who sent what, with a link to the batch; the chain is intact', async ({
  page,
  gridhelm,
}) => {
  await openSentBatch(page, gridhelm, 'StopCharging', 'administrator');
  await waitForFinalTally(page, gridhelm);
  const batchUrl = page.url();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await chooseFilter(page, 'Action', 'Dispatch');
  await expect(page).toHaveURL(/action=dispatch/);
  const accepted = page.getByRole('row').filter({ hasText: 'accepted, Service 201' }).first();
  await expect(accepted).toBeVisible();
  const begun = page.getByRole('row').filter({ hasText: 'begun' }).first();
  await begun.getByRole('button', { name: /^Details of row/ }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByText(/"type":"StopCharging"/)).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText('The chain holds.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Action is Dispatch' })).toBeVisible();
  await accepted.getByRole('link').click();
  await expect(page).toHaveURL(batchUrl.replace(/\?.*/, ''));
});
