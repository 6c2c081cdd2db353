import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { chooseFilter, openCollective } from './support/steps.ts';

const application = (page: Page) => page.getByRole('application', { name: /^Map of/ });
const marks = (page: Page) =>
  application(page).getByRole('button', {
    name: /^[\d,]+ Entit(?:y|ies)(?: \([\d,]+ places\))?: /,
  });
const known = (page: Page) => page.getByRole('region', { name: 'Sync of places' });
const counted = (page: Page) =>
  page.getByRole('region', { name: 'Places' }).getByText(/^[\d,]+ Entit(?:y|ies)/);

/** Presses an action of the page, from its menu if it is not beside the title. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(button.or(more).first()).toBeVisible();
  if (!(await button.isVisible())) await more.click();
  await button.click();
}

/** The map with the places of all Entities of the demo world; syncs them if needed. */
async function openKnownMap(page: Page, gridhelm: Gridhelm, search = ''): Promise<void> {
  await signIn(page, gridhelm, { path: '/map' });
  await expect(known(page)).toContainText('Entities are known');
  const sync = page.getByRole('button', { name: /^Sync the places of/ });
  if (await sync.isVisible()) await sync.click();
  // One Entity of the demo world is being offboarded: once it is gone its places cannot be read.
  await expect(known(page)).toContainText(
    /Places of (?:(\d+) of \1 Entities|122 of 123 Entities .* 1 could not be read)/,
    { timeout: 30_000 },
  );
  await expect(page.getByText(/^Syncing at/)).toHaveCount(0);
  if (search !== '') await page.goto(`${gridhelm.origin}/map${search}`);
  await expect(marks(page).first()).toBeVisible();
}

test('places are synced with visible progress, stopped and resumed, and shown with their age', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/map' });
  await expect(known(page)).toContainText('Entities are known');
  const again = page.getByRole('button', { name: /^Sync the places of|^Sync all again/ });
  await again.click();
  await expect(page.getByRole('progressbar', { name: 'Syncing places' })).toBeVisible();
  await expect(page.getByText(/^Syncing at/)).toContainText('started by');
  await page.getByRole('button', { name: 'Stop sync' }).click();
  await expect(page.getByText(/^Stopped at/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Resume sync' }).click();
  await expect(page.getByText(/^Syncing at/)).toBeVisible();
  await expect(page.getByText(/^Syncing at/)).toHaveCount(0, { timeout: 30_000 });
  await expect(known(page)).toContainText(/Places of (\d+) of \1 Entities are known/);
  await expect(known(page)).toContainText('oldest read');
  await expect(marks(page).first()).toBeVisible();
  expect(await gridhelm.received('listLocations')).toBeGreaterThan(50);
});

test('an Entity that fails is listed with the words of the Service and read again alone', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(90_000);
  await openKnownMap(page, gridhelm);
  const errors = [
    { code: 'Broken', message: 'The register of places is shut.', description: null },
  ];
  await gridhelm.setFaults([
    { endpoint: 'listLocations', kind: 'status', status: 500, errors, count: 2 },
  ]);
  await press(page, 'Sync all again');
  await expect(page.getByText(/^Syncing at/)).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole('button', { name: '2 could not be read' }).click();
  const list = page.getByRole('list', { name: 'Entities whose places could not be read' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('The register of places is shut.');
  await list
    .getByRole('button', { name: /^Read the places of/ })
    .first()
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await press(page, 'Retry the 1 failed');
  await expect(known(page)).not.toContainText('could not be read');
});

test('colours stand for types or outcomes, filters narrow map and list, and the URL keeps it all', async ({
  page,
  gridhelm,
}) => {
  await openKnownMap(page, gridhelm);
  const legend = page.getByRole('list', { name: 'Legend of the map' });
  await expect(legend).toContainText('EV');
  await page.getByRole('button', { name: 'Last outcome' }).click();
  await expect(legend).toContainText(/No Command known|Verified|Acknowledged|Failed/);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await chooseFilter(page, 'Type', 'ChargePoint');
  await expect(legend.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search names, ids, tags, places').fill('antwerpen');
  await expect(counted(page)).toContainText('2 Entities');
  await expect(page).toHaveURL(/type=ChargePoint/);
  await expect(page).toHaveURL(/q=antwerpen/);
  const url = page.url();
  await page.goto(`${gridhelm.origin}/collectives`);
  await page.goto(url);
  await expect(counted(page)).toContainText('2 Entities');
});

test('a box lists what lies in it, also as a file, and a mark leads closer', async ({
  page,
  gridhelm,
}) => {
  await openKnownMap(page, gridhelm, '?at=52,5,7');
  const all = await counted(page).textContent();
  await page.getByRole('button', { name: 'Select a box' }).click();
  const box = await application(page).boundingBox();
  if (box === null) throw new Error('the map has no size');
  await page.mouse.move(box.x + 80, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 80, box.y + box.height - 40, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/box=/);
  await expect(counted(page)).toContainText('in the selected part of the map');
  expect(await counted(page).textContent()).not.toBe(all);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  const text = (await counted(page).textContent()) ?? '';
  const [, entities, places] = /^(\d+) Entit[a-z]+(?: \((\d+) place)?/.exec(text) ?? [];
  expect(lines).toHaveLength(Number(places ?? entities) + 1);
  expect(lines[0]).toContain('latitude,longitude,last outcome');
  await page.getByRole('button', { name: 'List all places' }).click();
  await expect(counted(page)).not.toContainText('selected part');

  const before = new URL(page.url()).searchParams.get('at');
  await marks(page).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBe(before);
});

test('all of it by keyboard: what is in view is listed, shown on the map and opened', async ({
  page,
  gridhelm,
}) => {
  await openKnownMap(page, gridhelm);
  await expect(counted(page)).toContainText('in view');
  const whole = await counted(page).textContent();
  await application(page).focus();
  await page.keyboard.press('+');
  await expect(counted(page)).not.toContainText(whole ?? '');
  const show = page.getByRole('button', { name: /^Show .* on the map$/ }).first();
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/at=[\d.-]+%2C[\d.-]+%2C13/);
  // A mark leads closer until no zoom separates its places, which are then listed.
  await expect(async () => {
    if (!page.url().includes('box=')) {
      await marks(page).first().focus();
      await page.keyboard.press('Enter');
    }
    await expect(page).toHaveURL(/box=/, { timeout: 1000 });
  }).toPass();
  const link = page.getByRole('region', { name: 'Places' }).getByRole('link').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/entities\/.*tab=locations/);
});

test('a Collective has the map of its own Entities', async ({ page, gridhelm }) => {
  await openKnownMap(page, gridhelm);
  await page.goto(`${gridhelm.origin}/collectives`);
  await openCollective(page, 'Fleet');
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page.getByRole('application', { name: /^Map of the Collective/ })).toBeVisible();
  await expect(marks(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Type: Any type' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Collective: / })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const legend = page.getByRole('list', { name: 'Legend of the map' });
  await expect(legend).toContainText('EV');
  await expect(legend).not.toContainText('Inverter');
});

test('a viewer sees the map and reads why syncing is not allowed', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm, { role: 'viewer', path: '/map' });
  await expect(known(page)).toContainText('may not have the places of Entities read');
  await expect(page.getByRole('button', { name: /sync|again|retry/i })).toHaveCount(0);
});

test('a map that cannot be read says so and can be tried again', async ({ page, gridhelm }) => {
  await openKnownMap(page, gridhelm);
  await gridhelm.setFaults([
    { endpoint: 'listLocations', kind: 'status', status: 503, count: 1000 },
  ]);
  await press(page, 'Sync all again');
  await expect(known(page)).toContainText('Waiting until');
  // What was known stays.
  await expect(marks(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop sync' }).click();
  await expect(page.getByText(/^Stopped at/)).toBeVisible();
  await gridhelm.setFaults([]);
  await page.getByRole('button', { name: 'Resume sync' }).click();
  await expect(page.getByText(/^Syncing at|^Stopped at/)).toHaveCount(0, { timeout: 45_000 });
});
