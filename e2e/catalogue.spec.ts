import { expect, signIn, test } from './support/fixtures.ts';

test('types are found by brand, with the number of known Entities', async ({ page, gridhelm }) => {
  const before = await gridhelm.received('listEntityTypes');
  await signIn(page, gridhelm, { role: 'viewer', path: '/catalogue' });
  const types = page.getByRole('list', { name: 'Types that can be onboarded' });
  await expect(types.getByRole('heading')).toHaveCount(8);
  await expect(types.getByText('58 Entities of ours')).toBeVisible();
  expect(await gridhelm.received('listEntityTypes')).toBeGreaterThan(before);
  const brands = page.getByRole('list', { name: 'Brands of Charge point' }).getByRole('listitem');
  await expect(brands.filter({ hasText: 'Alfen' })).toHaveText('Alfen 8 of ours');
  await page.getByLabel('Search types and brands').fill('huawei');
  await expect(page).toHaveURL(/q=huawei/);
  await expect(types.getByRole('heading')).toHaveText(['Battery', 'Inverter', 'Solar plant']);
  await page.getByLabel('Search types and brands').fill('nobody makes this');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(types.getByRole('heading')).toHaveCount(8);
});
