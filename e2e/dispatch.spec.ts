import { expect, test } from './support/fixtures.ts';
import { passWarnings, reviewOnFleet, sendButton, signInToCollective } from './support/steps.ts';

test('a double click sends once and leads to the title of the batch; going back does not send again', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  const before = await gridhelm.received('sendCommand');
  await sendButton(page, 'Stop charging').dblclick();
  await expect(page).toHaveURL(/\/batches\//);
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
  // The title has the focus, even after the batch was read.
  const title = page.getByRole('heading', { level: 1, name: /^Stop charging on \d+ Entities$/ });
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(title).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Rotterdam' })).toBeVisible();
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('the Service refuses: its message is shown, every field is kept', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'SolarFarm');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByLabel('Feed-in limit').fill('5000');
  await page.getByLabel(/^Reason/).fill('Congestion in the valley');
  await page.getByRole('button', { name: 'Review' }).click();
  const errors = [{ code: 'locked', message: 'This farm is locked until noon', description: null }];
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'status', status: 409, errors }]);
  await passWarnings(page);
  await page.getByRole('button', { name: /^Limit feed-in to 5,000 W on \d+ Entities$/ }).click();
  await expect(page.getByText(/This farm is locked until noon/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Feed-in limit')).toHaveValue('5000');
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Congestion in the valley');
});

test('ignoring cooldowns warns and needs a reason', async ({ page, gridhelm }) => {
  await signInToCollective(page, gridhelm, 'Fleet');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Stop charging/ }).check();
  await page.getByRole('checkbox', { name: 'Ignore cooldowns' }).check();
  await expect(page.getByText(/may not execute/)).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(sendButton(page, 'Stop charging')).toHaveCount(0);
  await page.getByLabel(/^Reason/).fill('Grid emergency');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Ignored', { exact: true })).toBeVisible();
  await passWarnings(page);
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByText('Grid emergency')).toBeVisible();
});
