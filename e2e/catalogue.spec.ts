import { expect, signIn, test } from './support/fixtures.ts';

test('types with their brands are found, and what we have of them is counted', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { role: 'viewer', path: '/catalogue' });
  const types = page.getByRole('list', { name: 'Types that can be onboarded' });
  await expect(types.getByRole('heading')).toHaveCount(8);
  await expect(types.getByText('58 Entities of ours')).toBeVisible();
  const brands = page.getByRole('list', { name: 'Brands of ChargePoint' }).getByRole('listitem');
  await expect(brands.filter({ hasText: 'Alfen' })).toHaveText('Alfen 8 of ours');
  await page.getByLabel('Search types and brands').fill('huawei');
  await expect(page).toHaveURL(/q=huawei/);
  await expect(types.getByRole('heading')).toHaveText(['Battery', 'Inverter', 'SolarPlant']);
  await page.getByLabel('Search types and brands').fill('nobody makes this');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(types.getByRole('heading')).toHaveCount(8);
});

test('a catalogue that cannot be read says why, and a retry works', async ({ page, gridhelm }) => {
  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  await gridhelm.setFaults([{ endpoint: 'listEntityTypes', kind: 'status', status: 503, errors }]);
  await signIn(page, gridhelm, { path: '/catalogue' });
  await expect(page.getByText('The catalogue could not be read')).toBeVisible();
  await expect(page.getByText(/Back at four/)).toBeVisible();
  await gridhelm.setFaults([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'HeatPump' })).toBeVisible();
});
