import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import { vansOf } from './support/fleet-reads.ts';

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
