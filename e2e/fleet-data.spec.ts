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
  await page.getByRole('button', { name: 'Refresh: Locations' }).click();
  await expect(page.getByRole('button', { name: 'Requested: Locations' })).toBeVisible();

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
  // Nothing but what failed is read again.
  const others = await gridhelm.received('listFeatures');
  await failed.getByRole('button', { name: /^Retry: Locations of Van 01/ }).click();
  await expect(failed).toHaveCount(0, { timeout: 30_000 });
  expect(await gridhelm.received('listFeatures')).toBe(others);
});
