import type { Page } from '@playwright/test';
import { ENDPOINTS, type EndpointName } from '../src/contract/endpoints.ts';
import { keysOf } from '../src/lib/objects.ts';
import { openEntity, openTab } from './support/entity-steps.ts';
import { expect, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { passWarnings, reviewCommand, sendButton, signInToCollective } from './support/steps.ts';

/** A step on the page and the endpoints that it must reach, counted before and after. */
type Step = (names: readonly EndpointName[], act: () => Promise<unknown>) => Promise<void>;

interface Journey {
  page: Page;
  gridhelm: Gridhelm;
  reaches: Step;
}

/** The page of an Entity that no other journey changes. */
async function openVan({ page, gridhelm }: Journey, name: RegExp): Promise<void> {
  await openEntity(page, gridhelm, name, { role: 'administrator' });
}

async function openFleet({ page, gridhelm }: Journey): Promise<void> {
  await signInToCollective(page, gridhelm, 'Fleet', { role: 'administrator' });
}

/** All tabs of one Entity. */
async function entity(journey: Journey): Promise<void> {
  const { page, reaches } = journey;
  const panel = page.getByRole('tabpanel');
  // The overview, which opens first, already reads some of it.
  const first = ['listLocations', 'listCommands', 'listChargeSessions'] as const;
  await reaches([...first, 'listFeatures', 'getBatteryCapacity'], async () => {
    await openVan(journey, /^Van 35/);
    for (const tab of ['Commands', 'Charge sessions', 'Locations']) {
      await openTab(page, tab);
      // A tab that is left before it is drawn requests nothing.
      await expect(panel.getByRole('table').first()).toBeVisible();
    }
  });
  const list = page.getByRole('table', { name: 'Locations' });
  await reaches(['getLocation'], async () => {
    await list.getByRole('button', { pressed: false }).first().click();
    await expect(page.getByRole('region', { name: 'Selected place' })).toBeVisible();
  });
  await reaches(['deleteLocation'], async () => {
    await page.getByRole('button', { name: 'Delete this place' }).click();
    await page.getByRole('button', { name: 'Delete the place' }).click();
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openTab(page, 'Settings');
  await reaches(['changeFeature'], () => page.getByRole('switch').first().click());
  await reaches(['setBatteryCapacity'], async () => {
    await page.getByLabel('New capacity, kWh').fill('71');
    await page.getByRole('button', { name: 'Set the capacity' }).click();
  });
}

/** The page of a batch shows what the console reads, Command by Command. */
async function commands(journey: Journey): Promise<void> {
  const { page, reaches } = journey;
  await openFleet(journey);
  const collective = page.url();
  await reviewCommand(page, 'Stop charging');
  await reaches(['sendCommand', 'getCommand'], async () => {
    await sendButton(page, 'Stop charging').click();
    await expect(page).toHaveURL(/\/batches\//);
  });

  await page.goto(collective);
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Later/ }).check();
  await page.getByLabel('Type of Command 1').selectOption('StopCharging');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: /^Schedule / })).toBeVisible();
  await passWarnings(page);
  await reaches(['scheduleCommands'], async () => {
    await page.getByRole('button', { name: /^Schedule .* for \d+ Entities$/ }).click();
    await expect(page).toHaveURL(/\/batches\//);
  });
  const van = page.getByRole('table').getByRole('link', { name: /^Van 32/ });
  await van.click();
  await openTab(page, 'Commands');
  await page.getByRole('button', { name: /^Trigger time/ }).click();
  await page.getByRole('button', { name: 'Upcoming' }).click();
  const cancel = { name: /^Cancel “/ };
  await page.getByRole('button', cancel).first().click();
  await reaches(['cancelCommand'], async () => {
    await page.getByRole('dialog').getByRole('button', cancel).click();
    await expect(page.getByText(/^Canceled: /)).toBeVisible();
  });
}

async function offboarding(journey: Journey): Promise<void> {
  const { page, gridhelm, reaches } = journey;
  await openVan(journey, /^Van 33/);
  await openTab(page, 'Offboarding');
  const title = page.getByRole('heading', { level: 1, name: /^Van 33/ });
  const name = (await title.textContent()) ?? '';
  await page.getByRole('button', { name: 'Offboard this Entity' }).click();
  await page.getByLabel(/to confirm/).fill(name);
  await reaches(['createOffboardingRequest'], async () => {
    await page.getByRole('button', { name: 'Request offboarding' }).click();
    await expect(page.getByRole('tabpanel').getByText('Pending', { exact: true })).toBeVisible();
  });
  await reaches(['cancelOffboardingRequest'], () =>
    page.getByRole('button', { name: 'Cancel the request' }).click(),
  );
  // A reloaded page has not read a list yet.
  await page.goto(`${gridhelm.origin}/batches`);
  await reaches(['listOffboardingRequests'], () =>
    page.getByRole('link', { name: 'Offboarding' }).click(),
  );
  await reaches(['getOffboardingRequest'], () =>
    page
      .getByRole('button', { name: /^Open the request/ })
      .first()
      .click(),
  );
}

async function membersAndCatalogue({ page, gridhelm, reaches }: Journey): Promise<void> {
  await signInToCollective(page, gridhelm, 'SolarFarm', { role: 'administrator' });
  await reaches(['listMembers'], () => page.getByRole('tab', { name: 'Members' }).click());
  const remove = page.getByRole('button', { name: /^Remove / }).first();
  const name = ((await remove.textContent()) ?? '').replace(/^Remove\s*/, '');
  const label = (await remove.getAttribute('aria-label')) ?? name;
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/to confirm/).fill(label.replace(/^Remove\s*/, ''));
  await reaches(['removeMember'], () => dialog.getByRole('button', { name: /^Remove / }).click());
  await page.getByRole('button', { name: 'Close' }).click();
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Entities' }).click();
  await reaches(['listEntityTypes'], () => page.getByRole('link', { name: 'Catalogue' }).click());
}

/** The journey that reaches each endpoint; a missing one does not compile. */
const JOURNEYS: Readonly<Record<EndpointName, (journey: Journey) => Promise<void>>> = {
  listLocations: entity,
  listCommands: entity,
  listChargeSessions: entity,
  getLocation: entity,
  deleteLocation: entity,
  listFeatures: entity,
  getBatteryCapacity: entity,
  changeFeature: entity,
  setBatteryCapacity: entity,
  sendCommand: commands,
  getCommand: commands,
  scheduleCommands: commands,
  cancelCommand: commands,
  createOffboardingRequest: offboarding,
  cancelOffboardingRequest: offboarding,
  listOffboardingRequests: offboarding,
  getOffboardingRequest: offboarding,
  listMembers: membersAndCatalogue,
  removeMember: membersAndCatalogue,
  listEntityTypes: membersAndCatalogue,
};

test('the interface has twenty endpoints', () => {
  expect(keysOf(ENDPOINTS)).toHaveLength(20);
});

for (const journey of new Set(Object.values(JOURNEYS))) {
  const names = keysOf(JOURNEYS).filter((name) => JOURNEYS[name] === journey);
  test(`reached from the screens: ${names.join(', ')}`, async ({ page, gridhelm }) => {
    const reached = new Set<EndpointName>();
    const reaches: Step = async (each, act) => {
      const counts = () => Promise.all(each.map((name) => gridhelm.received(name)));
      const before = await counts();
      await act();
      await expect
        .poll(async () => (await counts()).map((count, at) => count > (before[at] ?? 0)))
        .toEqual(each.map(() => true));
      for (const name of each) reached.add(name);
    };
    await journey({ page, gridhelm, reaches });
    expect([...reached].toSorted()).toEqual(names.toSorted());
  });
}
