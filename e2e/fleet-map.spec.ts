import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
} from '../src/contract/console/directory.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { fillPath } from '../src/contract/paths.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readPlaces } from './support/fleet-reads.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { chooseFilter, openCollective } from './support/steps.ts';

const application = (page: Page) => page.getByRole('application', { name: /^Map of/ });
const marks = (page: Page) =>
  application(page).getByRole('button', {
    name: /^[\d,]+ Entit(?:y|ies)(?: \([\d,]+ places\))?: /,
  });
const known = (page: Page) => page.getByRole('region', { name: 'Known places' });
const counted = (page: Page) =>
  page.getByRole('region', { name: 'Places' }).getByText(/^[\d,]+ Entit(?:y|ies)/);

/** The ids of the Entities of the first Fleet. */
async function vans({ origin }: Pick<Gridhelm, 'origin'>): Promise<string[]> {
  const client = await new OperatorClient(origin).signIn();
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  const id = collectives.find(({ type }) => type === 'Fleet')?.id ?? '';
  const path = fillPath(CONSOLE_ROUTES.collective.path, { id });
  const { entities } = await client.read(DirectoryCollectiveDetail, path);
  return entities.map((entity) => entity.id);
}

/** The map with the places of all Entities of the demo world. */
async function openKnownMap(page: Page, gridhelm: Gridhelm, search = ''): Promise<void> {
  await readPlaces(gridhelm);
  await signIn(page, gridhelm, { path: `/map${search}` });
  await expect(known(page)).toContainText(/^Places of [1-9]\d* of \d+ Entities, as of /);
  await expect(marks(page).first()).toBeVisible();
}

test('places are on the map without a press: the console reads them in the background', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start({ FLEET_POLICY: 'locations=24h' });
  try {
    await signIn(page, gridhelm, { path: '/map' });
    // One Entity of the demo world is being offboarded: once it is gone its places cannot be read.
    await expect(known(page)).toContainText(
      /^Places of (?:(\d+) of \1 Entities|\d+ of \d+ Entities.* · 1 could not be read$)/,
      { timeout: 45_000 },
    );
    await expect(marks(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /sync/i })).toHaveCount(0);
    await page.reload();
    await expect(marks(page).first()).toBeVisible();
  } finally {
    await gridhelm.dispose();
  }
});

test('the map follows what is read meanwhile, and keeps its view', async ({ page }) => {
  const gridhelm = await Gridhelm.start();
  try {
    const ids = await vans(gridhelm);
    await readPlaces(gridhelm, ids);
    await signIn(page, gridhelm, { path: '/map?at=50,5,4' });
    await expect(marks(page).first()).toBeVisible();
    const before = await known(page).textContent();
    const at = () => new URL(page.url()).searchParams.get('at');
    await application(page).focus();
    await page.keyboard.press('-');
    await expect.poll(at).toMatch(/,3$/);
    const view = at();
    const entities = async () => Number.parseInt((await counted(page).textContent()) ?? '', 10);
    await expect.poll(entities).toBeLessThanOrEqual(ids.length);
    await readPlaces(gridhelm);
    await expect.poll(entities).toBeGreaterThan(ids.length);
    await expect(known(page)).not.toHaveText(before ?? '');
    expect(at()).toBe(view);
  } finally {
    await gridhelm.dispose();
  }
});

test('what could not be read is said beside the map, and what was known stays on it', async ({
  page,
  gridhelm,
}) => {
  await openKnownMap(page, gridhelm);
  const [entity] = await vans(gridhelm);
  await gridhelm.setFaults([
    { endpoint: 'listLocations', kind: 'status', status: 500, address: entity ?? 'none' },
  ]);
  await readPlaces(gridhelm, [entity ?? '']);
  const link = known(page).getByRole('link', { name: /could not be read/ });
  await expect(link).toBeVisible();
  await expect(marks(page).first()).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/settings\/fleet\?resource=locations/);
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

test('a viewer sees the same map', async ({ page, gridhelm }) => {
  await readPlaces(gridhelm);
  await signIn(page, gridhelm, { role: 'viewer', path: '/map' });
  await expect(known(page)).toContainText(/^Places of [1-9]/);
  await expect(marks(page).first()).toBeVisible();
});
