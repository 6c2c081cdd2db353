import { FLEET_RESOURCES } from '../src/contract/console/choices.ts';
import { expect, test } from './support/fixtures.ts';
import { readFleet } from './support/fleet-reads.ts';
import { openSentBatch, signInToCollective } from './support/steps.ts';

test('running batches stay visible on every tab, and each tab has an address', async ({
  page,
  gridhelm,
}) => {
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'reset-before', count: 1 }]);
  await openSentBatch(page, gridhelm, 'StopCharging');
  await gridhelm.setFaults([
    { endpoint: 'listCommands', kind: 'status', status: 503 },
    { endpoint: 'getCommand', kind: 'status', status: 503 },
  ]);
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Rotterdam Delivery Vans', exact: true })
    .first()
    .click();
  const moving = page.getByRole('region', { name: 'Batches under way' });
  for (const [tab, name] of [
    ['Members', 'members'],
    ['Batches', 'batches'],
    ['Schedule', 'schedule'],
    ['Sessions', 'sessions'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`tab=${name}`));
    await expect(moving.getByRole('link', { name: /^Stop charging on \d+/ }).first()).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Batches', exact: true }).click();
  const batches = page.getByRole('table', { name: 'Batches of this Collective' });
  await expect(batches.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Filter them on the Activity page' }).click();
  await expect(page).toHaveURL(/\/batches\?collective=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
});

test('opens with its overview, also by old addresses of its Entities; sessions of all are shown at once, without a request to the Service', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'Fleet');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Energy per day' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  for (const search of ['?q=Van%2001', '?type=EV']) {
    await page.goto(`${gridhelm.origin}${address}${search}`);
    await expect(tab('Entities')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('table', { name: /Entities/ })).toBeVisible();
  }
  await tab('Overview').click();
  await expect(page.getByRole('region', { name: 'Energy per day' })).toBeVisible();
  await readFleet(gridhelm, {
    collectiveId: new URL(page.url()).pathname.split('/').at(-1) ?? '',
    resources: [...FLEET_RESOURCES],
  });
  const before = await gridhelm.received('listChargeSessions');
  await tab('Sessions').click();
  // The panel of the period keeps the focus, and Escape returns it to its button.
  const period = page.getByRole('button', { name: /^Period: / });
  await period.click();
  const panel = page.getByRole('dialog', { name: /^Period/ });
  await panel.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(panel.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(period).toBeFocused();
  await expect(period).toHaveAttribute('aria-expanded', 'false');
  await period.press('Enter');
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  await expect(page).toHaveURL(/range=90d/);
  await expect(page.getByRole('figure', { name: /^Energy per/ })).toBeVisible();
  await expect(page.getByText(/These figures are partial/)).toHaveCount(0);
  const sessions = page.getByRole('table', { name: 'Sessions', exact: true });
  await expect(sessions.locator('tbody').getByRole('row')).toHaveCount(50);
  const newest = await sessions.locator('tbody').getByRole('row').first().innerText();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^51–100 of /)).toBeVisible();
  await expect(sessions.locator('tbody').getByRole('row').first()).not.toHaveText(newest);
  expect(await gridhelm.received('listChargeSessions')).toBe(before);

  await page.getByRole('table', { name: 'Most energy' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/tab=sessions.*range=90d|range=90d.*tab=sessions/);
});
