import { expect, signIn, test } from './support/fixtures.ts';

test('types are found by brand, with the number of known Entities', async ({ page, gridhelm }) => {
  const before = await gridhelm.received('listEntityTypes');
  await signIn(page, gridhelm, { role: 'viewer', path: '/catalogue' });
  const types = page.getByRole('table', { name: 'Types that can be onboarded' });
  const rows = types.getByRole('row');
  await expect(rows).toHaveCount(9);
  await expect(types.getByRole('cell', { name: '58', exact: true })).toBeVisible();
  expect(await gridhelm.received('listEntityTypes')).toBeGreaterThan(before);
  const brands = page.getByRole('list', { name: 'Brands of Charge point' }).getByRole('listitem');
  await expect(brands.filter({ hasText: 'Alfen' })).toHaveText('Alfen: 8');
  await page.getByLabel('Search types and brands').fill('huawei');
  await expect(page).toHaveURL(/q=huawei/);
  await expect(rows).toHaveText([/^Type/, /^Battery/, /^Inverter/, /^Solar plant/]);
  await page.getByLabel('Search types and brands').fill('nobody makes this');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(9);
});
