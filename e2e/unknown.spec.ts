import { Gridhelm } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { openSentBatch, passWarnings, sendButton, waitForFinalTally } from './support/steps.ts';

/** Each test sends another Command: one whose outcome stays unknown might be any of the same type. */
let gridhelm: Gridhelm;

test.beforeAll(async () => {
  gridhelm = await Gridhelm.start({ RESOLVER_SETTLE_SECONDS: '1' });
});
test.afterAll(async () => {
  await gridhelm.dispose();
});
test.afterEach(() => gridhelm.setFaults([]));

test('nothing landed: sending again is offered, makes a new batch and links the two', async ({
  page,
}) => {
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'reset-before', count: 1 }]);
  await openSentBatch(page, gridhelm, 'StopCharging');
  await expect(page.getByText('Outcome unknown').first()).toBeVisible();
  const unknown = new URL(page.url()).pathname;
  const again = page.getByRole('link', { name: 'Send again' });
  await expect(again).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/not found on any of 60 until/).first()).toBeVisible();
  await again.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await passWarnings(page);
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page).not.toHaveURL(new RegExp(unknown));
  await page.getByText('Repeats on purpose').locator('..').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(unknown));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByText(/^Sent again as/)).toBeVisible();
});

test('the devices cannot be read: they are not read, and sending again is not offered', async ({
  page,
}) => {
  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  await gridhelm.setFaults([
    { endpoint: 'sendCommand', kind: 'reset-before', count: 1 },
    { endpoint: 'listCommands', kind: 'status', status: 503, errors },
  ]);
  await openSentBatch(page, gridhelm, 'StartCharging');
  await expect(page.getByText('Outcome unknown').first()).toBeVisible();
  await expect(page.getByText('Answer lost; all 60 not read').first()).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByText(/Back at four/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send again' })).toHaveCount(0);
  await gridhelm.setFaults([]);
  // A check that began before the devices could be read again may end with some unread.
  await expect(async () => {
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('link', { name: 'Send again' })).toBeVisible();
  }).toPass({ timeout: 60_000 });
});

// Last: once the Service's clock has been moved, nothing is certain.
test('the Service acted and its answer was lost: found on all, added and tracked', async ({
  page,
}) => {
  const before = await gridhelm.received('sendCommand');
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'reset-after', count: 1 }]);
  await openSentBatch(page, gridhelm, 'Disconnect');
  await expect(page.getByText('Answer lost; found on all 60').first()).toBeVisible({
    timeout: 30_000,
  });
  // After proof it is unknown nowhere.
  await expect(page.getByText('Outcome unknown')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Send again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByText(/devices would be commanded twice/)).toBeVisible();
  await waitForFinalTally(page, gridhelm);
  expect(await gridhelm.received('sendCommand')).toBe(before + 1);

  const rows = page.getByRole('table', { name: 'Entities of the batch' }).locator('tbody tr');
  await expect(rows).toHaveCount(60);
  await page
    .getByRole('button', { name: /^History of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText(/found by a check/)).toBeVisible();
});
