import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FLEET_RESOURCES } from '../src/contract/console/choices.ts';
import { openEntity, openTab } from './support/entity-steps.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readFleet } from './support/fleet-reads.ts';
import { Gridhelm } from './support/gridhelm.ts';

const TABS = [
  ['Overview', null],
  ['Charge sessions', 'sessions'],
  ['Commands', 'commands'],
  ['Locations', 'locations'],
  ['Settings', 'settings'],
  ['Offboarding', 'offboarding'],
] as const;

const DOWN = {
  kind: 'status',
  status: 503,
  errors: [{ code: 'maintenance', message: 'Back at four', description: null }],
};

test('each tab has its own address, and the keyboard moves between them; the file holds exactly the listed sessions, and one is shown with all its fields', async ({
  page,
  gridhelm,
}) => {
  await openEntity(page, gridhelm, /^Van 01/);
  await expect(page.getByRole('switch', { name: 'Capture charge sessions' })).toBeChecked();
  await expect(page.getByText('None requested')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Places', exact: true })).toContainText(
    'All places',
  );
  // A refresh asks the Service for everything that is shown.
  const reads = ['listLocations', 'listFeatures', 'getBatteryCapacity'] as const;
  const received = () => Promise.all(reads.map((endpoint) => gridhelm.received(endpoint)));
  const before = await received();
  await page.getByRole('button', { name: 'Refresh this Entity' }).click();
  await expect
    .poll(async () => (await received()).map((count, at) => count > (before[at] ?? 0)))
    .toEqual(reads.map(() => true));

  const overview = page.getByRole('tab', { name: 'Overview' });
  await overview.focus();
  for (const [label, name] of TABS.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: label, exact: true })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`tab=${name}`));
  }
  await page.keyboard.press('Home');
  await expect(overview).toBeFocused();
  await expect(page).not.toHaveURL(/tab=/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Offboarding' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  await openTab(page, 'Charge sessions');
  const table = page.getByRole('table', { name: 'Charge sessions' });
  await expect(table.getByText(/^All \d+ sessions$/)).toBeVisible();
  const count = Number(/All (\d+)/.exec((await table.textContent()) ?? '')?.[1]);
  const rows = table.locator('tbody').getByRole('row');
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
  await expect(table.getByRole('columnheader', { name: 't4, kWh' })).toBeVisible();
  await expect(page.getByRole('figure')).toHaveCount(3);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${count} sessions as CSV` }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(count + 1);
  const energy = rows.first().getByRole('cell').nth(3);
  const inFile = Number(lines[1]?.split(',')[3]);
  const shown = (await energy.textContent()) ?? '';
  expect(shown).toMatch(/^\d+\.\d\d$/);
  // Half a hundredth is rounded exactly, unlike binary numbers.
  expect(Math.abs(Number(shown) - inFile)).toBeLessThan(0.0051);
  // The hint has the exact value.
  await energy.getByTitle('kWh').hover();
  await expect(page.getByRole('tooltip')).toHaveText(`${inFile} kWh`);

  await rows.first().getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Charge session' });
  await expect(drawer.getByText('Register t4')).toBeVisible();
  await drawer.getByText('Raw record').first().click();
  await expect(drawer.getByRole('region', { name: 'Raw record' })).toContainText(
    '"locationMatches"',
  );
  await expect(page).toHaveURL(/session=/);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.getByRole('region', { name: 'Map of the sessions' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Places on the map' })).toContainText('sessions');
  await page.getByRole('button', { name: 'Per week' }).click();
  await expect(page).toHaveURL(/grain=week/);
});

const READS = [
  'listLocations',
  'listChargeSessions',
  'listCommands',
  'listFeatures',
  'getBatteryCapacity',
  'listOffboardingRequests',
] as const;

test('on a phone nothing jumps while a stored Entity is read again; it is shown with its age while the Service does not answer', async ({
  page,
  gridhelm,
}) => {
  const address = await openEntity(page, gridhelm, /^Van 05/);
  await readFleet(gridhelm, {
    entityIds: [address.split('/').at(-1) ?? ''],
    resources: [...FLEET_RESOURCES],
  });
  await page.addInitScript(() => {
    let shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifted += Number(entry.value);
      document.documentElement.dataset['shifted'] = String(shifted);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${gridhelm.origin}${address}`);
  const panel = page.getByRole('tabpanel');
  for (const name of ['Energy', 'Last Commands', 'Places', 'Settings']) {
    await expect(panel.getByRole('region', { name, exact: true })).toBeVisible();
  }
  await expect(panel.getByText('None requested')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(panel.getByText(/^as of/)).toHaveCount(0);
  const shifted = await page.locator('html').getAttribute('data-shifted');
  expect(Number(shifted ?? 0)).toBeLessThan(0.01);

  await page.setViewportSize({ width: 1280, height: 800 });
  await gridhelm.setFaults(READS.map((endpoint) => ({ endpoint, ...DOWN })));
  for (const [tab, shown] of [
    ['locations', panel.getByRole('table', { name: 'Locations' })],
    ['sessions', panel.getByRole('table', { name: /sessions/i })],
  ] as const) {
    await page.goto(`${gridhelm.origin}${address}?tab=${tab}`);
    await expect(panel.getByText(/could not be read now/).first(), tab).toBeVisible();
    await expect(page.getByText(/from the console’s store/).first(), tab).toBeVisible();
    await expect(shown, tab).toBeVisible();
  }
});

test('list and map share the selected place, which is read alone, and deleted after a confirmation', async ({
  page,
  gridhelm,
}) => {
  await openEntity(page, gridhelm, /^Van 04/);
  await openTab(page, 'Locations');
  const list = page.getByRole('table', { name: 'Locations' });
  const rows = list.locator('tbody').getByRole('row');
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  const name = (await list.getByRole('button', { pressed: false }).first().textContent()) ?? '';
  const reads = await gridhelm.received('getLocation');

  // The pin on the map and the row in the list are one selection.
  await page.getByRole('button', { name, exact: true }).last().click();
  await expect(list.getByRole('button', { name, pressed: true })).toBeVisible();
  await expect(page).toHaveURL(/location=/);
  const chosen = page.getByRole('region', { name: 'Selected place' });
  await expect(chosen.getByText(/sessions? of the last 90 days|no session/)).toBeVisible();
  expect(await gridhelm.received('getLocation')).toBe(reads + 1);

  await chosen.getByRole('button', { name: 'Delete this place' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/This cannot be undone/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete the place' }).press('Enter');
  expect(await gridhelm.received('deleteLocation')).toBe(0);
  // A deletion whose answer is lost is not called failed, and the list shows the actual state.
  await gridhelm.setFaults([{ endpoint: 'deleteLocation', kind: 'reset-after', count: 1 }]);
  await dialog.getByRole('button', { name: 'Delete the place' }).click();
  await expect(page.getByText(/It is not known whether the place was deleted/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it as it is' }).click();
  await expect(list.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(rows).toHaveCount(count - 1);
  expect(await gridhelm.received('deleteLocation')).toBe(1);

  await list.getByRole('button', { pressed: false }).first().click();
  await chosen.getByRole('button', { name: 'Delete this place' }).click();
  await dialog.getByRole('button', { name: 'Delete the place' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(count - 2);
  expect(await gridhelm.received('deleteLocation')).toBe(2);
});

test('a refused feature shows the Service’s message, and can be switched once the capacity is set', async ({
  page,
  gridhelm,
}) => {
  // This van is of a brand that needs its capacity first, and has none yet.
  await openEntity(page, gridhelm, /^Van 37/);
  const capture = page.getByRole('switch', { name: 'Capture charge sessions' });
  const switchOn = async () => {
    await capture.click();
    const asked = page.getByRole('dialog', { name: 'Switch the capture of charge sessions on?' });
    await expect(asked.getByText(/reports and bills include them/)).toBeVisible();
    await asked.getByRole('button', { name: 'Switch on' }).click();
  };
  await switchOn();
  await expect(page.getByText(/Capture charge sessions stays off/)).toBeVisible();
  await expect(page.getByText(/the battery capacity must be set first/)).toBeVisible();
  await expect(capture).not.toBeChecked();
  await page.getByRole('button', { name: 'Set the battery capacity' }).click();

  await page.getByRole('button', { name: 'Set the capacity' }).click();
  await expect(page.getByText('Enter the capacity in kWh.')).toBeVisible();
  const field = page.getByLabel('New capacity, kWh');
  await field.fill('7,500');
  await page.getByRole('button', { name: 'Set the capacity' }).click();
  await expect(page.getByText('This can mean 7.5 or 7,500. Write 7.5 or 7500.')).toBeVisible();
  expect(await gridhelm.received('setBatteryCapacity')).toBe(0);
  await field.fill('75');
  await field.press('Enter');
  await expect(page.getByText('Set. The Service now has 75 kWh.')).toBeVisible();

  await field.fill('80');
  await page.getByRole('button', { name: 'Set the capacity' }).click();
  await expect(page.getByText('Previously it was 75 kWh.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore 75 kWh' }).click();
  await expect(page.getByText('Set. The Service now has 75 kWh.')).toBeVisible();

  // A slip of the keyboard is asked about, with both values.
  await field.fill('7500');
  await page.getByRole('button', { name: 'Set the capacity' }).click();
  const far = page.getByRole('dialog', { name: 'Set the capacity to 7,500 kWh?' });
  await expect(far.getByText(/The capacity is 75 kWh now/)).toBeVisible();
  const sent = await gridhelm.received('setBatteryCapacity');
  await far.getByRole('button', { name: 'Keep it as it is' }).click();
  expect(await gridhelm.received('setBatteryCapacity')).toBe(sent);

  await switchOn();
  await expect(capture).toBeChecked();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(capture).not.toBeChecked();
});

const ID = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

/** An Entity with invalid places, units and sessions. */
const ODD_WORLD = {
  organisations: [{ id: ID(1), name: 'Odd' }],
  collectives: [
    { id: ID(2), name: 'Odd ones', type: 'Fleet', organisationId: ID(1), entities: [ID(3)] },
  ],
  entities: [{ id: ID(3), organisationId: ID(1), type: 'EV', brand: 'Ford', name: 'Odd van' }],
  locations: [
    { id: ID(10), entityId: ID(3), label: null, latitude: 51.9, longitude: 4.4 },
    { id: ID(11), entityId: ID(3), label: 'Nowhere', latitude: 951, longitude: -4000 },
  ],
  chargeSessions: [
    ['2026-01-05T10:00:00Z', '2026-01-05T12:00:00Z', { t1: 1, t2: 1, total: 2, unit: 'kWh' }],
    ['2026-01-05T11:00:00Z', '2026-01-05T13:00:00Z', { t1: 1, total: 5, unit: 'kWh' }],
    ['2026-01-06T11:00:00Z', '2026-01-06T10:00:00Z', { total: 0, unit: 'kWh' }],
    ['2026-01-07T10:00:00Z', '2026-01-07T11:00:00Z', { total: 1.5, unit: 'MWh' }],
  ].map(([start, end, total], at) => ({
    id: ID(20 + at),
    entityId: ID(3),
    created: '2026-01-08T00:05:00Z',
    data: { start, end, charge: { total } },
  })),
};

test('places out of range and anomalous sessions are flagged, mixed units never added', async ({
  page,
}) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'world-')), 'odd.json');
  writeFileSync(file, JSON.stringify(ODD_WORLD));
  const odd = await Gridhelm.start({ SERVICE_WORLD: file });
  try {
    await signIn(page, odd, { path: `/entities/${ID(3)}?tab=locations` });
    await expect(page.getByText('Outside the valid range', { exact: true })).toBeVisible();
    await expect(page.getByText(/1 place is not on the map/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Map of the places' })).toBeVisible();
    await page.getByRole('button', { name: 'Nowhere', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Selected place' })).toContainText(
      '951, -4000 are outside the valid range',
    );

    await page.goto(`${odd.origin}/entities/${ID(3)}?tab=sessions&range=all`);
    await expect(page.getByText('7.00 kWh').first()).toBeVisible();
    await expect(page.getByText('1.50 MWh').first()).toBeVisible();
    await expect(page.getByText(/Overlaps another session/).first()).toBeVisible();
    await expect(page.getByText(/t1 \+ t2 \+ t3 \+ t4 is not the total/)).toBeVisible();
    await expect(page.getByText(/Ends before it starts/)).toBeVisible();
    await page.getByRole('button', { name: /^Flagged only/ }).click();
    await expect(page.getByText('Flagged 3 sessions')).toBeVisible();
  } finally {
    await odd.dispose();
  }
});
