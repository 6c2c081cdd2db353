import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import {
  reviewOnFleet,
  sendButton,
  sendToCollective,
  signInToCollective,
} from './support/steps.ts';

const sheet = (page: Page) => page.getByRole('dialog');

test('without a connection nothing can be sent; the browser’s Back button leaves the review, and closes the sheet only from the form', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  await expect(sendButton(page, 'Stop charging')).toBeEnabled();
  await page.context().setOffline(true);
  await expect(sendButton(page, 'Stop charging')).toBeDisabled();
  await expect(sheet(page).getByText(/^This browser is offline\. Sending waits/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(sendButton(page, 'Stop charging')).toBeEnabled();

  const entry = () => page.evaluate(() => JSON.stringify(history.state));
  const before = await entry();
  await page.goBack();
  await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
  // The sheet returns to its entry of the history; until then another Back would be ignored.
  await expect.poll(entry).toBe(before);
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/collectives\/[0-9a-f-]{36}$/);
});

test('the period’s panel keeps the focus, and Escape returns it to its button', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'Fleet');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const button = page.getByRole('button', { name: /^Period: / });
  await button.click();
  const panel = page.getByRole('dialog', { name: /^Period/ });
  await panel.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(panel.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('a missing value takes the focus with its message, one of 10,000 characters is refused, and nothing is sent', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'SolarFarm');
  const before = await gridhelm.received('sendCommand');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  const first = sheet(page).getByRole('radiogroup', { name: 'Command' }).getByRole('radio').first();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('Choose a Command.');
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByRole('button', { name: 'Review' }).click();
  const value = sheet(page).getByLabel('Feed-in limit', { exact: true });
  await expect(value).toBeFocused();
  await expect(value).toHaveAccessibleDescription(/^Enter a feed-in limit, for example 5000 W\./);
  await value.fill('9'.repeat(10_000));
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/has 10,?000 characters/)).toBeVisible();
  expect(await gridhelm.received('sendCommand')).toBe(before);
});

test('on a phone Dispatch stays above the bar, and covers nothing at the end of the page', async ({
  page,
  gridhelm,
}) => {
  // Sent batches are listed at the end of the page.
  await sendToCollective(gridhelm, 'Fleet', 'StopCharging');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, gridhelm);
  await page.getByRole('link', { name: 'Rotterdam Delivery Vans' }).first().click();
  const dispatch = page.getByRole('button', { name: 'Dispatch' });
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  // The sent batch is still being followed, so the page may grow after it was scrolled.
  const covered = async () => {
    const lowest = await page.getByRole('tabpanel').evaluate((panel) => {
      panel.ownerDocument.scrollingElement?.scrollTo(0, 1e6);
      return panel.getBoundingClientRect().bottom;
    });
    return lowest - ((await dispatch.boundingBox())?.y ?? 0);
  };
  await expect.poll(covered).toBeLessThanOrEqual(0);
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  await dispatch.click();
  await expect(sheet(page).getByRole('button', { name: 'Review' })).toBeInViewport({ ratio: 1 });
});

test('from any page the sheet asks for the Collective; the palette chooses the Command, all by keyboard', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/reports' });
  await page.getByRole('button', { name: 'Dispatch', exact: true }).press('Enter');
  const collective = sheet(page).getByRole('combobox', { name: 'Collective' });
  await expect(collective).toBeFocused();
  await collective.fill('rotterdam');
  await expect(page.getByRole('option', { name: /^Rotterdam Delivery Vans/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByText(/^Rotterdam Delivery Vans · \d+ Entities$/)).toBeVisible();
  await expect(page).toHaveURL(/\/reports\?dispatch=/);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: /^Find a page/ }).fill('stop charging');
  await page.keyboard.press('Enter');
  await expect(collective).toBeFocused();
  await collective.fill('rotterdam');
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
  await page.getByLabel(/^Reason/).press('Enter');
  await expect(sendButton(page, 'Stop charging')).toBeVisible();
});
