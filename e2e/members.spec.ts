import { expect, test } from './support/fixtures.ts';
import { signInToCollective } from './support/steps.ts';

test('removing a member needs their name, and shows which Entities left with them; a lost answer is not called failed, and unreadable members show the reason', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'Fleet', { role: 'administrator' });
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page).toHaveURL(/tab=members/);
  const table = page.getByRole('table', { name: 'Members' });
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(3);
  await page.getByLabel('Filter by name, address or id').fill('yusuf');
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove Yusuf Demir' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/may leave too/)).toBeVisible();
  await expect(dialog.getByText(/60 Entities of it now/)).toBeVisible();
  const act = dialog.getByRole('button', { name: 'Remove Yusuf Demir' });
  await expect(act).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill('Yusuf Demir');
  await act.press('Enter');
  expect(await gridhelm.received('removeMember')).toBe(0);
  await act.click();

  await expect(page.getByText('6 Entities left the Collective:')).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Entities that left' }).getByRole('link'),
  ).toHaveCount(6);
  await expect(page.getByRole('region', { name: /Custom properties/ })).toContainText('depots');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('54 Entities').first()).toBeVisible();
  await expect(page.getByText('No member matches “yusuf”.')).toBeVisible();

  await signInToCollective(page, gridhelm, 'VirtualPowerPlant', { role: 'administrator' });
  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  await gridhelm.setFaults([{ endpoint: 'listMembers', kind: 'status', status: 503, errors }]);
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByText('The members could not be read')).toBeVisible();
  await expect(page.getByText(/Back at four/)).toBeVisible();
  await gridhelm.setFaults([{ endpoint: 'removeMember', kind: 'reset-after', count: 1 }]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Remove Jean-Luc Dupont' }).click();
  await page.getByLabel(/to confirm/).fill('Jean-Luc Dupont');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Jean-Luc Dupont' }).click();
  await expect(page.getByText(/It is not known whether the member was removed/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it as it is' }).click();
  await expect(page.getByRole('button', { name: 'Remove Jean-Luc Dupont' })).toHaveCount(0);
});
