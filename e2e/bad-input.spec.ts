import { randomUUID } from 'node:crypto';
import { expect, signIn, test } from './support/fixtures.ts';
import { openEntitiesOf } from './support/steps.ts';

/** The console's one message about an unknown id. */
const UNKNOWN: Readonly<Record<string, string>> = {
  collectives: 'This console knows no Collective with this id.',
  entities: 'Neither this console nor the Service knows an Entity with this id.',
};

test('an old link with invalid parameters opens its page without them; an invalid or unknown UUID is explained, with a way on', async ({
  page,
  gridhelm,
}) => {
  // One of the declared lists, and a page with a search of its own.
  const pages = {
    '/entities?sort=colour&health=toString&archived=maybe&page=-1': 'Entities',
    [`/map?q=${'x'.repeat(300)}`]: 'Map',
  };
  await signIn(page, gridhelm, { path: '/batches?from=abc&collective=zz' });
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  for (const [path, title] of Object.entries(pages)) {
    await page.goto(`${gridhelm.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('main [aria-label^="Reading "]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText(/not valid|could not be/)).toHaveCount(0);
  }

  for (const noun of ['collectives', 'entities', 'batches']) {
    for (const id of ['not-a-uuid', randomUUID()]) {
      await page.goto(`${gridhelm.origin}/${noun}/${id}`);
      await expect(
        page.getByText(/not found|knows (no|an) \w+ with this id/i).first(),
      ).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('tab')).toHaveCount(0);
      const title = id === 'not-a-uuid' ? undefined : UNKNOWN[noun];
      if (title === undefined) continue;
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  }
  await page.goto(`${gridhelm.origin}/no/such/page`);
  await expect(page.getByText(/not found/i).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the Service is down: pages stay usable, show what failed, and a retry works', async ({
  page,
  gridhelm,
}) => {
  await openEntitiesOf(page, gridhelm, 'Fleet');
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

  // The connection breaks: earlier data of the Entity stays.
  await gridhelm.setFaults([{ endpoint: 'listChargeSessions', kind: 'reset-before' }]);
  await page.reload();
  await expect(page.getByText('The charge sessions could not be read')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Entity /);
});
