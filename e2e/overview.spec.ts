import { expect, signIn, test } from './support/fixtures.ts';
import { readPlaces } from './support/fleet-reads.ts';
import { openCollective, reviewCommand, sendButton } from './support/steps.ts';

test('sign-in leads to the Overview, which follows a dispatch of another page without a reload', async ({
  page,
  context,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/' });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Nothing stands out.')).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${gridhelm.origin}/collectives`);
  await openCollective(other, 'Fleet');
  await reviewCommand(other, 'Start charging');
  await sendButton(other, 'Start charging').click();
  await expect(other).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
  const row = page.getByRole('row', { name: /^Rotterdam Delivery Vans/ });
  await expect(row.getByRole('link', { name: 'Start charging' })).toBeVisible();
  await gridhelm.finishDevices();
  // How many verify depends on the hour; most do.
  await expect(page.getByRole('figure', { name: 'Commands per day, by status' })).toContainText(
    /Verified [1-9]\d/,
    { timeout: 40_000 },
  );

  // The answer to another dispatch is lost, and its Commands cannot be looked for.
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).not.toContainText('Outcome unknown');
  await gridhelm.setFaults([
    { endpoint: 'sendCommand', kind: 'reset-after', count: 1 },
    { endpoint: 'listCommands', kind: 'status', status: 503 },
  ]);
  await other.goto(`${gridhelm.origin}/collectives`);
  await openCollective(other, 'VirtualPowerPlant');
  await reviewCommand(other, 'Stop charging');
  await sendButton(other, 'Stop charging').click();
  await expect(attention).toContainText('Outcome unknown', { timeout: 40_000 });
  await gridhelm.setFaults([]);
  await row.getByRole('link', { name: 'Dispatch to Rotterdam Delivery Vans' }).click();
  await expect(page).toHaveURL(/\/collectives\/.*dispatch=1/);
});

test('once places are known the map is on the Overview, and leads to the whole one', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/' });
  await readPlaces(gridhelm);
  await expect(page.getByRole('application', { name: 'Map of the fleet' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legend of the map' })).toContainText(
    'No Command known',
  );
  await page.getByRole('link', { name: 'Open the map' }).click();
  await expect(page).toHaveURL(/\/map\?colour=outcome/);
});
