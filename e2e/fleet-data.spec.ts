import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import { vansOf } from './support/fleet-reads.ts';
import { Gridhelm } from './support/gridhelm.ts';

const row = (page: Page, resource: string) =>
  page
    .getByRole('table', { name: 'Resources' })
    .getByRole('row', { name: new RegExp(`^${resource}`) });
const failures = (page: Page) => page.getByRole('region', { name: 'Failed and partial reads' });
const known = (page: Page) => page.getByRole('region', { name: 'Known places' });
const marks = (page: Page) =>
  page
    .getByRole('application', { name: /^Map of/ })
    .getByRole('button', { name: /^[\d,]+ Entit(?:y|ies)(?: \([\d,]+ places\))?: / });
const dialog = (page: Page) => page.getByRole('dialog');

/** Chooses only one resource in the dialog of a refresh. */
async function chooseOnly(page: Page, resource: string): Promise<void> {
  const boxes = dialog(page).getByRole('group', { name: 'What is read' }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.uncheck();
  await expect(dialog(page)).toContainText('Choose at least one resource.');
  await dialog(page).getByRole('checkbox', { name: resource, exact: true }).check();
}

test('resources due by policy are read automatically; the page updates, and the map has the places', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start({ FLEET_POLICY: 'locations=24h' });
  try {
    await signIn(page, gridhelm, { role: 'viewer', path: '/settings' });
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Fleet data' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fleet data' })).toBeVisible();
    await expect(row(page, 'Locations')).toContainText(/\d+ fresh/, { timeout: 45_000 });
    await expect(row(page, 'Locations')).not.toContainText('never read', { timeout: 45_000 });
    await expect(page.getByText('Automatic reading is off.')).toHaveCount(0);

    await page.goto(`${gridhelm.origin}/map`);
    // One Entity of the demo world is being offboarded: then its places cannot be read.
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

test('a failed Entity is listed with the Service’s message, also beside the map, and can be retried', async ({
  page,
  gridhelm,
}) => {
  const van = (await vansOf(gridhelm)).find(({ name }) => name?.startsWith('Van 01'));
  const address = van?.id ?? 'none';
  const errors = [
    { code: 'Broken', message: 'The register of places is shut.', description: null },
  ];
  await gridhelm.setFaults([
    { endpoint: 'listLocations', kind: 'status', status: 500, errors, address },
  ]);
  await signIn(page, gridhelm, { path: '/settings/fleet' });
  await expect(page.getByText('Automatic reading is off.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh the fleet', exact: true }).click();
  await chooseOnly(page, 'Locations');
  await dialog(page).getByRole('button', { name: 'Refresh now' }).click();
  await expect(dialog(page)).toContainText(/Requested: \d+ Entities/);
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  await expect(row(page, 'Locations')).not.toContainText('never read', { timeout: 45_000 });
  await expect(row(page, 'Locations')).toContainText('failed');
  const failed = failures(page).getByRole('row', { name: /^Van 01/ });
  await expect(failed).toContainText('Locations');
  await expect(failed).toContainText('The register of places is shut.');
  await page.goto(`${gridhelm.origin}/settings/fleet?resource=features`);
  await expect(failures(page)).toContainText('No read of this resource failed: Features.');

  // The map shows what was read; a note beside it names failed reads, and links back.
  await page.goto(`${gridhelm.origin}/map`);
  await expect(marks(page).first()).toBeVisible();
  await known(page)
    .getByRole('link', { name: /could not be read/ })
    .click();
  await expect(page).toHaveURL(/\/settings\/fleet\?resource=locations/);
  await expect(failed).toBeVisible();

  await gridhelm.setFaults([]);
  await failed.getByRole('button', { name: /^Retry: Locations of Van 01/ }).click();
  await expect(failed).toHaveCount(0, { timeout: 30_000 });
});

test('one Entity is refreshed from its page', async ({ page, gridhelm }) => {
  const [van] = await vansOf(gridhelm);
  await signIn(page, gridhelm, { path: `/entities/${van?.id ?? 'none'}` });
  const before = await gridhelm.received('listLocations');
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await chooseOnly(page, 'Locations');
  await dialog(page).getByRole('button', { name: 'Refresh now' }).click();
  await expect(dialog(page)).toContainText('Requested: 1 Entity');
  await expect.poll(() => gridhelm.received('listLocations')).toBeGreaterThan(before);
});
