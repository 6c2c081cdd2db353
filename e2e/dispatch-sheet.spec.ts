import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import {
  reviewOnFleet,
  sendButton,
  sendToCollective,
  signInToCollective,
} from './support/steps.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const step = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).and(page.locator('[aria-current="step"]'));

test('without a connection nothing can be sent; the browser’s Back button goes a step back, and closes the sheet only from the first', async ({
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
  await expect(step(page, 'When')).toBeVisible();
  // The sheet returns to its entry of the history; until then another Back would be ignored.
  await expect.poll(entry).toBe(before);
  await page.goBack();
  await expect(step(page, 'Command')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
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
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(sheet(page).getByRole('radio').first()).toBeFocused();
  await expect(sheet(page).getByRole('radio').first()).toHaveAccessibleDescription(
    'Choose a Command.',
  );
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();
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
  await expect(sheet(page).getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
});
