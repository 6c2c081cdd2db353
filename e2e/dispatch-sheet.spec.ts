import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, passWarnings, reviewOnFleet, sendButton } from './support/steps.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const step = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).and(page.locator('[aria-current="step"]'));

test('the browser’s Back button goes a step back, and closes the sheet only from the first', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  await page.goBack();
  await expect(step(page, 'When')).toBeVisible();
  await page.goBack();
  await expect(step(page, 'Command')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/collectives\/[0-9a-f-]{36}$/);
});

test('without a connection nothing can be sent, and the sheet says why; with one it can again', async ({
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
});

test('after a send the title of the batch has the focus, also once the batch was read', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  await passWarnings(page);
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  const title = page.getByRole('heading', { level: 1, name: /^Stop charging on \d+ Entities$/ });
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(title).toBeFocused();
});

test('Tab past the end of the period’s panel returns to its button', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const button = page.getByRole('button', { name: /^Period: / });
  await button.click();
  const panel = page.getByRole('group', { name: /^Period/ }).first();
  await panel.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  // Backwards the panel is left as well, and what is before its button has the focus.
  await button.click();
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('a missing value takes the focus, with its message', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'SolarFarm');
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
  await expect(value).toHaveAccessibleDescription(/^Enter a feed-in limit/);
});

test('on a phone Dispatch stays above the bar, and covers nothing at the end of the page', async ({
  page,
  gridhelm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, gridhelm);
  await page.getByRole('link', { name: 'Rotterdam Delivery Vans' }).first().click();
  const dispatch = page.getByRole('button', { name: 'Dispatch' });
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  const last = page.getByRole('main').getByRole('listitem').last();
  await last.evaluate((element) => {
    element.ownerDocument.scrollingElement?.scrollTo(0, 1e6);
  });
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  const lowest = await page
    .getByRole('tabpanel')
    .evaluate((panel) => panel.getBoundingClientRect().bottom);
  expect(lowest).toBeLessThanOrEqual((await dispatch.boundingBox())?.y ?? 0);
  await dispatch.click();
  await expect(sheet(page).getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
});
