import { randomUUID } from 'node:crypto';
import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, openEntitiesOf } from './support/steps.ts';

test('addresses with what is no UUID, or with an unknown one, say so and lead on', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  for (const noun of ['collectives', 'entities', 'batches']) {
    for (const id of ['not-a-uuid', randomUUID()]) {
      await page.goto(`${gridhelm.origin}/${noun}/${id}`);
      await expect(
        page.getByText(/not found|knows (no|an) \w+ with this id/i).first(),
      ).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('tab')).toHaveCount(0);
    }
  }
  await page.goto(`${gridhelm.origin}/no/such/page`);
  await expect(page.getByText(/not found/i).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a limit that is empty, or has 10,000 characters, is refused in words and nothing is sent', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'SolarFarm');
  const before = await gridhelm.received('sendCommand');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Enter a feed-in limit, for example 5000 W.')).toBeVisible();
  await page.getByLabel('Feed-in limit').fill('9'.repeat(10_000));
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/has 10,?000 characters/)).toBeVisible();
  expect(await gridhelm.received('sendCommand')).toBe(before);
});

test('the Service is down: pages stay usable, say what failed, and a retry works', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await openEntitiesOf(page, 'Fleet');
  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  const reads = ['listChargeSessions', 'listCommands', 'listFeatures'];
  await gridhelm.setFaults(
    reads.map((endpoint) => ({ endpoint, kind: 'status', status: 503, errors })),
  );
  await page
    .getByRole('table', { name: /Entities/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: 'Charge sessions' }).click();
  await expect(page.getByText('The charge sessions could not be read')).toBeVisible();
  await expect(page.getByText(/Back at four/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Collectives' }).first().click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('The charge sessions could not be read')).toBeVisible();
  await gridhelm.setFaults([]);
  await page
    .getByRole('main')
    .getByRole('button', { name: /retry|try again/i })
    .first()
    .click();
  await expect(page.getByText('The charge sessions could not be read')).toHaveCount(0);
});

test('the connection to the Service breaks in the middle of a list: what was read stays', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await openEntitiesOf(page, 'Fleet');
  await page
    .getByRole('table', { name: /Entities/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('tab', { name: 'Charge sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Charge sessions' })).toBeVisible();
  await gridhelm.setFaults([{ endpoint: 'listChargeSessions', kind: 'reset-before' }]);
  await page.reload();
  await expect(page.getByText('The charge sessions could not be read')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Entity /);
});
