import type { Page } from '@playwright/test';
import { ENDPOINTS, type EndpointName } from '../src/contract/endpoints.ts';
import { keysOf } from '../src/lib/objects.ts';
import { openEntity, openTab } from './support/entity-steps.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { openCollective, passWarnings, reviewCommand, sendButton } from './support/steps.ts';

type Journey = (page: Page, gridhelm: Gridhelm) => Promise<void>;

async function openFleet(page: Page, gridhelm: Gridhelm): Promise<void> {
  await signIn(page, gridhelm, { role: 'administrator' });
  await openCollective(page, 'Fleet');
}

/** A tab of an Entity that no other test changes. */
const tabOf =
  (tab: string, entity = /^Van 30/): Journey =>
  async (page, gridhelm) => {
    await openEntity(page, gridhelm, entity, 'administrator');
    await openTab(page, tab);
  };

const sendNow: Journey = async (page, gridhelm) => {
  await openFleet(page, gridhelm);
  await reviewCommand(page, 'Stop charging');
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
};

const planOne: Journey = async (page, gridhelm) => {
  await openFleet(page, gridhelm);
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('button', { name: 'When', exact: true }).click();
  await page.getByRole('radio', { name: /^Later/ }).check();
  await page.getByLabel('Type of Command 1').selectOption('StopCharging');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: /^Schedule / })).toBeVisible();
  await passWarnings(page);
  await page.getByRole('button', { name: /^Schedule .* for \d+ Entities$/ }).click();
  await expect(page).toHaveURL(/\/batches\//);
};

const requestOffboarding =
  (entity: RegExp): Journey =>
  async (page, gridhelm) => {
    await tabOf('Offboarding', entity)(page, gridhelm);
    const title = page.getByRole('heading', { level: 1, name: entity });
    const name = (await title.textContent()) ?? '';
    await page.getByRole('button', { name: 'Offboard this Entity' }).click();
    await page.getByLabel(/to confirm/).fill(name);
    await page.getByRole('button', { name: 'Request offboarding' }).click();
    await expect(page.getByRole('tabpanel').getByText('Pending', { exact: true })).toBeVisible();
  };

const choosePlace: Journey = async (page, gridhelm) => {
  await tabOf('Locations', /^Van 31/)(page, gridhelm);
  const list = page.getByRole('table', { name: 'Locations' });
  await list.getByRole('button', { pressed: false }).first().click();
  await expect(page.getByRole('region', { name: 'Selected place' })).toBeVisible();
};

/** How each endpoint is reached from the screens: one that is missing does not compile. */
const JOURNEYS: Readonly<Record<EndpointName, Journey>> = {
  listLocations: tabOf('Locations'),
  getLocation: choosePlace,
  async deleteLocation(page, gridhelm) {
    await choosePlace(page, gridhelm);
    await page.getByRole('button', { name: 'Delete this place' }).click();
    await page.getByRole('button', { name: 'Delete the place' }).click();
  },
  sendCommand: sendNow,
  scheduleCommands: planOne,
  listCommands: tabOf('Commands'),
  // The page of a batch shows what the console reads, Command by Command.
  getCommand: sendNow,
  async cancelCommand(page, gridhelm) {
    await planOne(page, gridhelm);
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Van 32/ })
      .click();
    await openTab(page, 'Commands');
    await page.getByRole('button', { name: /^Trigger time/ }).click();
    await page.getByRole('button', { name: 'Upcoming' }).click();
    await page
      .getByRole('button', { name: /^Cancel “/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel “/ })
      .click();
    await expect(page.getByText(/^Canceled: /)).toBeVisible();
  },
  listChargeSessions: tabOf('Charge sessions'),
  createOffboardingRequest: requestOffboarding(/^Van 33/),
  async listOffboardingRequests(page, gridhelm) {
    await signIn(page, gridhelm);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('link', { name: 'Offboarding' }).click();
  },
  async getOffboardingRequest(page, gridhelm) {
    await signIn(page, gridhelm, { path: '/offboarding' });
    await page
      .getByRole('button', { name: /^Open the request/ })
      .first()
      .click();
  },
  async cancelOffboardingRequest(page, gridhelm) {
    await requestOffboarding(/^Van 34/)(page, gridhelm);
    await page.getByRole('button', { name: 'Cancel the request' }).click();
  },
  listFeatures: tabOf('Settings'),
  async changeFeature(page, gridhelm) {
    await tabOf('Settings', /^Van 35/)(page, gridhelm);
    await page.getByRole('switch').first().click();
  },
  getBatteryCapacity: tabOf('Settings'),
  async setBatteryCapacity(page, gridhelm) {
    await tabOf('Settings', /^Van 36/)(page, gridhelm);
    await page.getByLabel('New capacity, kWh').fill('71');
    await page.getByRole('button', { name: 'Set the capacity' }).click();
  },
  async listMembers(page, gridhelm) {
    await openFleet(page, gridhelm);
    await page.getByRole('tab', { name: 'Members' }).click();
  },
  async removeMember(page, gridhelm) {
    await signIn(page, gridhelm, { role: 'administrator' });
    await openCollective(page, 'SolarFarm');
    await page.getByRole('tab', { name: 'Members' }).click();
    const remove = page.getByRole('button', { name: /^Remove / }).first();
    const name = ((await remove.textContent()) ?? '').replace(/^Remove\s*/, '');
    const label = (await remove.getAttribute('aria-label')) ?? name;
    await remove.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/to confirm/).fill(label.replace(/^Remove\s*/, ''));
    await dialog.getByRole('button', { name: /^Remove / }).click();
  },
  async listEntityTypes(page, gridhelm) {
    await signIn(page, gridhelm);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Entities' })
      .click();
    await page.getByRole('link', { name: 'Catalogue' }).click();
  },
};

test('the interface has twenty endpoints', () => {
  expect(keysOf(ENDPOINTS)).toHaveLength(20);
});

for (const name of keysOf(JOURNEYS)) {
  test(`${name} is reached from the screens`, async ({ page, gridhelm }) => {
    const before = await gridhelm.received(name);
    await JOURNEYS[name](page, gridhelm);
    await expect.poll(() => gridhelm.received(name)).toBeGreaterThan(before);
  });
}
