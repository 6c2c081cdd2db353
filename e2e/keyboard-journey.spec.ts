import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { expectNamedStops, hasFocus, tabTo } from './support/keys.ts';

const backTo = (page: Page, target: Locator) => tabTo(page, target, 'Shift+Tab');

/** Moves along the tabs of a page from the open one. */
async function openTabByKeys(page: Page, name: string): Promise<void> {
  const target = page.getByRole('tab', { name, exact: true });
  await backTo(page, page.getByRole('tab', { selected: true }));
  for (let step = 0; step < 8 && !(await hasFocus(target)); step += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(target).toBeFocused();
  await expect(target).toHaveAttribute('aria-selected', 'true');
}

/** Finds something by its name and opens the first result. */
async function findByKeys(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: /^Find a page/ })).toBeFocused();
  await page.keyboard.type(words);
  // Enter opens the first result once the server has answered.
  await expect(page.getByRole('dialog').getByRole('button', { name }).first()).toBeVisible();
  await expect(page.getByText('Searching the directory…')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

async function chooseStopCharging(page: Page): Promise<void> {
  const group = page.getByRole('radiogroup', { name: 'Command', exact: true });
  const stop = group.getByRole('radio', { name: /^Stop charging/ });
  await tabTo(page, group.getByRole('radio').first());
  await page.keyboard.press('Space');
  for (let step = 0; step < 6 && !(await stop.isChecked()); step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(stop).toBeChecked();
}

async function passWarningsByKeys(page: Page): Promise<void> {
  await expect(page.getByText('The dry run is still loading.')).toHaveCount(0);
  const override = page.getByRole('checkbox', { name: /^Override/ });
  if (!(await override.isVisible())) return;
  await tabTo(page, override);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel(/^Reason for the override/));
  await page.keyboard.type('A test repeats itself');
}

test('from signing in to signing out without a mouse', async ({ page, gridhelm }) => {
  test.setTimeout(150_000);
  await page.goto(`${gridhelm.origin}/collectives`);
  await tabTo(page, page.getByRole('button', { name: 'Other roles' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /as administrator/i }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Collectives' })).toBeVisible();

  await findByKeys(page, 'rotterdam delivery vans', /Rotterdam Delivery Vans/);
  await tabTo(page, page.getByRole('button', { name: 'Dispatch' }));
  await page.keyboard.press('Enter');
  await chooseStopCharging(page);
  await expectNamedStops(page, [/charging/i, /^Now/, /^Review/]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Stop charging on \d+ Entities/ })).toBeVisible();
  await passWarningsByKeys(page);
  await expectNamedStops(page, [/^Stop charging on \d+ Entities$/]);
  const send = page.getByRole('button', { name: /^Stop charging on \d+ Entities$/ });
  await tabTo(page, send);
  const before = await gridhelm.received('sendCommand');
  await page.keyboard.press('Enter');
  await expect(send).toBeFocused();
  expect(await gridhelm.received('sendCommand')).toBe(before);
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  expect(await gridhelm.received('sendCommand')).toBe(before + 1);
  const device = page.getByRole('table', { name: 'Entities of the batch' }).getByRole('link');
  await tabTo(page, device.first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/entities\//);

  await findByKeys(page, 'van 28', /^Van 28/);
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await openTabByKeys(page, 'Locations');
  const places = page.getByRole('table', { name: 'Locations' });
  await tabTo(page, places.getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Selected place' })).toBeVisible();

  await openTabByKeys(page, 'Settings');
  const feature = page.getByRole('switch').first();
  await tabTo(page, feature);
  const on = await feature.isChecked();
  const changes = await gridhelm.received('changeFeature');
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: on ? 'Switch off' : 'Switch on' }));
  await page.keyboard.press('Space');
  await expect(feature).toBeChecked({ checked: !on });
  await expect.poll(() => gridhelm.received('changeFeature')).toBe(changes + 1);

  await openTabByKeys(page, 'Offboarding');
  const offboard = page.getByRole('button', { name: 'Offboard this Entity' });
  await tabTo(page, offboard);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel(/to confirm/));
  await page.keyboard.type(name);
  await tabTo(page, dialog.getByRole('button', { name: 'Request offboarding' }));
  await page.keyboard.press('Space');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('Pending', { exact: true })).toBeVisible();
  await backTo(page, page.getByRole('button', { name: 'Cancel offboarding' }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel offboarding' }));
  await page.keyboard.press('Space');
  await expect(panel.getByText('Canceled', { exact: true })).toBeVisible();

  await backTo(page, page.getByRole('button', { name: /^Account:/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  // The last entry of the menu.
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Continue as operator' })).toBeVisible();
});
