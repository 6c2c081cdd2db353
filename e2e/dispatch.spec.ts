import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, reviewCommand, sendButton } from './support/steps.ts';

test('a double click sends once', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await reviewCommand(page, 'Stop charging');
  const before = await gridhelm.received('sendCommand');
  await sendButton(page, 'Stop charging').dblclick();
  await expect(page).toHaveURL(/\/batches\//);
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('Enter never sends, Space does', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await reviewCommand(page, 'Start charging');
  const before = await gridhelm.received('sendCommand');
  const button = sendButton(page, 'Start charging');
  await button.press('Enter');
  await button.press('Enter');
  await expect(button).toBeEnabled();
  expect(await gridhelm.received('sendCommand')).toBe(before);
  await button.press('Space');
  await expect(page).toHaveURL(/\/batches\//);
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('going back and sending again after a success makes a new intent, not a silent repeat', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await reviewCommand(page, 'Stop charging');
  const before = await gridhelm.received('sendCommand');
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('the Service acts but its answer is lost: outcome unknown, never failed, sent once', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await reviewCommand(page, 'Stop charging');
  const before = await gridhelm.received('sendCommand');
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'reset-after' }]);
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByText('Outcome unknown').first()).toBeVisible();
  await expect(page.getByText(/Nothing is sent again by itself/)).toBeVisible();
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('the Service refuses: its own words, every field kept', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'SolarFarm');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByLabel('Feed-in limit').fill('5000');
  await page.getByLabel(/^Reason/).fill('Congestion in the valley');
  await page.getByRole('button', { name: 'Review' }).click();
  const errors = [{ code: 'locked', message: 'This farm is locked until noon', description: null }];
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'status', status: 409, errors }]);
  await page.getByRole('button', { name: /^Limit feed-in to 5000 W on \d+ entities$/ }).click();
  await expect(page.getByText(/This farm is locked until noon/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Feed-in limit')).toHaveValue('5000');
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Congestion in the valley');
});

test('ignoring cooldowns warns and needs a reason', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Stop charging/ }).check();
  await page.getByRole('checkbox', { name: 'Ignore cooldowns' }).check();
  await expect(page.getByText(/may not be executed/)).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(sendButton(page, 'Stop charging')).toHaveCount(0);
  await page.getByLabel(/^Reason/).fill('Grid emergency');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Ignored')).toBeVisible();
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByText('Grid emergency')).toBeVisible();
});
