import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Role } from '../src/contract/console/session.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readPlaces, vansOf } from './support/fleet-reads.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { chooseFilter, signInToCollective } from './support/steps.ts';

const application = (page: Page) => page.getByRole('application', { name: /^Map of/ });
const marks = (page: Page) =>
  application(page).getByRole('button', {
    name: /^[\d,]+ Entit(?:y|ies)(?: \([\d,]+ places\))?: /,
  });
const known = (page: Page) => page.getByRole('region', { name: 'Known places' });
const counted = (page: Page) =>
  page.getByRole('region', { name: 'Places', exact: true }).getByText(/^[\d,]+ Entit(?:y|ies)/);

/** Instances with all places read: once per file is enough. */
const read = new WeakSet<Gridhelm>();

async function readPlacesOnce(gridhelm: Gridhelm): Promise<void> {
  if (read.has(gridhelm)) return;
  await readPlaces(gridhelm);
  read.add(gridhelm);
}

/** The map with the places of all Entities of the demo world. */
async function openKnownMap(
  page: Page,
  gridhelm: Gridhelm,
  { search = '', role = 'operator' }: { search?: string; role?: Role } = {},
): Promise<void> {
  await readPlacesOnce(gridhelm);
  await signIn(page, gridhelm, { role, path: `/map${search}` });
  await expect(known(page)).toContainText(/^Places of [1-9]\d* of \d+ Entities/);
  await expect(marks(page).first()).toBeVisible();
}

// First: afterwards all places are known.
test('the map updates during reads, and keeps its view', async ({ page, gridhelm }) => {
  const ids = (await vansOf(gridhelm)).map(({ id }) => id);
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
});

test('for a viewer too, colours show types or outcomes, filters narrow map and list, and the URL keeps both; a Collective has a map of its Entities', async ({
  page,
  gridhelm,
}) => {
  await openKnownMap(page, gridhelm, { role: 'viewer' });
  const legend = page.getByRole('list', { name: 'Legend of the map' });
  await expect(legend).toContainText('EV');
  await page.getByRole('button', { name: 'Last outcome' }).click();
  await expect(legend).toContainText(/No Command known|Verified|Acknowledged|Failed/);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await chooseFilter(page, 'Type', 'Charge point');
  await expect(legend.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search names, ids, tags, places').fill('antwerpen');
  await expect(counted(page)).toContainText('2 Entities');
  await expect(page).toHaveURL(/type=ChargePoint/);
  await expect(page).toHaveURL(/q=antwerpen/);
  const url = page.url();
  await page.goto(`${gridhelm.origin}/collectives`);
  await page.goto(url);
  await expect(counted(page)).toContainText('2 Entities');

  // In a narrow window the legend is behind a button.
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(`${gridhelm.origin}/map`);
  const button = page.getByRole('button', { name: 'Legend' });
  await expect(button).toBeVisible();
  await expect(legend).toHaveCount(0);
  await button.click();
  await expect(legend).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(legend).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(legend).toBeVisible();

  await signInToCollective(page, gridhelm, 'Fleet', { role: 'viewer' });
  await expect(page.getByRole('button', { name: 'Dispatch' })).toBeDisabled();
  await page.getByRole('button', { name: 'Dispatch' }).hover();
  await expect(page.getByText('The role viewer may not send Commands.')).toBeVisible();
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page.getByRole('application', { name: /^Map of the Collective/ })).toBeVisible();
  await expect(marks(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Type: Any type' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Collective: / })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(legend).toContainText('EV');
  await expect(legend).not.toContainText('Inverter');
});

test('the places in view are listed, also as a file, a mark zooms in; by keyboard: places in view are listed, shown and opened', async ({
  page,
  gridhelm,
}) => {
  // A link to a part of the map that was selected once.
  await openKnownMap(page, gridhelm, { search: '?at=52,5,7&box=51,4,53,6' });
  await expect(counted(page)).toContainText('in view');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  const text = (await counted(page).textContent()) ?? '';
  const [, entities, places] = /^(\d+) Entit[a-z]+(?: \((\d+) place)?/.exec(text) ?? [];
  expect(lines).toHaveLength(Number(places ?? entities) + 1);
  expect(lines[0]).toContain('latitude,longitude,last outcome');
  const before = new URL(page.url()).searchParams.get('at');
  await marks(page).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBe(before);

  // By keyboard they are shown on the map and opened.
  await page.goto(`${gridhelm.origin}/map`);
  await expect(counted(page)).toContainText('in view');
  const whole = await counted(page).textContent();
  await application(page).focus();
  await page.keyboard.press('+');
  await expect(counted(page)).not.toContainText(whole ?? '');
  // The list follows the map while it still moves: its first row may become another one before the key.
  const list = page.getByRole('region', { name: 'Places', exact: true });
  await expect(async () => {
    await list
      .getByRole('button', { name: /^Show .* on the map$/ })
      .first()
      .press('Enter');
    await expect(page).toHaveURL(/at=[\d.-]+%2C[\d.-]+%2C13/, { timeout: 2000 });
  }).toPass();
  // A mark zooms in until no zoom separates its places, which are then listed.
  await expect(async () => {
    if ((await counted(page).textContent())?.includes('selected mark') !== true) {
      await marks(page).first().press('Enter');
    }
    await expect(counted(page)).toContainText('at the selected mark', { timeout: 1000 });
  }).toPass();
  await list.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/entities\/.*tab=locations/);
});

const ID = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const FERRY = ID(13);
const [WEST, EAST, ZERO] = [
  [-16.8, 179.95],
  [-16.8, -179.95],
  [0, 0],
] as const;

/** Twelve bays at one spot beyond the date line, a ferry on both sides, and two mistakes. */
function worldAtDateLine(): string {
  const bays = Array.from({ length: 12 }, (_, at) => [ID(at + 1), 'Bay', ...EAST] as const);
  const places = [
    ...bays,
    [FERRY, 'West', ...WEST],
    [FERRY, 'East', ...EAST],
    [FERRY, 'Nowhere', ...ZERO],
    [ID(14), 'Zero', ...ZERO],
    [ID(15), 'Impossible', 139.69, 35.68],
  ] as const;
  const organisationId = ID(100);
  const ids = [...new Set(places.map(([id]) => id))];
  const world = {
    organisations: [{ id: organisationId, name: 'Taveuni' }],
    collectives: [
      { id: ID(101), name: 'Depot', type: 'Fleet', organisationId, entities: ids, members: [] },
    ],
    entities: ids.map((id, at) => ({
      id,
      organisationId,
      type: 'ChargePoint',
      name: `Device ${at + 1}`,
    })),
    locations: places.map(([entityId, label, latitude, longitude], at) => ({
      id: ID(200 + at),
      entityId,
      label,
      latitude,
      longitude,
    })),
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'world-')), 'date-line.json');
  writeFileSync(file, JSON.stringify(world));
  return file;
}

test('a depot across the date line is one mark, its bays are listed, and mistakes are in view', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start({ SERVICE_WORLD: worldAtDateLine() });
  try {
    await readPlaces(gridhelm);
    await signIn(page, gridhelm, { path: '/map' });
    await expect(known(page)).toContainText('15 Entities, 14 on the map');
    await expect(counted(page)).toContainText('14 Entities (16 places) in view');
    await marks(page).filter({ hasText: '13' }).click();
    await expect(counted(page)).toContainText('13 Entities (14 places) in view');
    await expect(marks(page)).toHaveCount(2);
    await marks(page).filter({ hasText: '13' }).focus();
    await page.keyboard.press('Enter');
    await expect(counted(page)).toContainText('13 Entities at the selected mark');
    const listed = page.getByRole('list', { name: 'Places', exact: true }).getByRole('link');
    await expect(listed).toHaveCount(13);
    await marks(page).filter({ hasText: 'CP' }).click();
    await expect(listed).toHaveText(['Device 13']);
    const card = page.getByRole('region', { name: 'Chosen place' });
    await expect(card).toContainText('Device 13');
    await expect(card.getByRole('link', { name: 'Open Device 13' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Dispatch to Depot' })).toBeVisible();
    await page.getByRole('button', { name: /^1 place is not on the map/ }).click();
    await expect(listed).toHaveText(['Device 15']);

    await page.goto(`${gridhelm.origin}/entities/${FERRY}?tab=locations`);
    const pins = page.getByRole('region', { name: 'Map of the places' });
    const list = page.getByRole('table', { name: 'Locations' });
    await list.getByRole('button', { name: 'East', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Selected place' })).toContainText('-179.95');
    // The map is near it until it is no longer selected.
    await expect(pins.getByRole('button', { name: 'Nowhere', exact: true })).not.toBeInViewport();
    await list.getByRole('button', { name: /East/, pressed: true }).click();
    await pins.getByRole('button', { name: 'Nowhere', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Selected place' })).toContainText('0, 0');
  } finally {
    await gridhelm.dispose();
  }
});
