import { openEntity, openTab } from './support/entity-steps.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { openEntitiesOf } from './support/steps.ts';
import { OperatorClient } from './support/operator-client.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { PROXY_PREFIX } from '../src/contract/console/headers.ts';

const CREATE = `${PROXY_PREFIX}${ENDPOINTS.createOffboardingRequest.path}`;

const UNKNOWN = 'aaaaaaaa-0000-4000-8000-00000000dead';

function idOf(address: string): string {
  return address.split('/').at(-1) ?? '';
}

test('all requests, filtered by status; one is opened, and its Entity is a link; a list that cannot be read shows the error', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { role: 'viewer', path: '/offboarding' });
  const table = page.getByRole('table', { name: 'Offboarding Requests' });
  await expect(table.getByText('Antwerpen old heat pump')).toBeVisible();
  await page.getByRole('button', { name: /^Canceled/ }).click();
  await expect(page).toHaveURL(/status=Canceled/);
  await expect(table.getByText('Antwerpen old heat pump')).toHaveCount(0);
  const reads = await gridhelm.received('getOffboardingRequest');
  await table.getByRole('button', { name: /^Open the request/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Offboarding Request/ });
  await expect.poll(() => gridhelm.received('getOffboardingRequest')).toBe(reads + 1);
  await expect(dialog.getByText('Only a Pending request can be canceled')).toHaveCount(0);
  await expect(dialog.getByText('The role viewer may not offboard Entities.')).toBeVisible();
  await dialog.getByRole('link', { name: /^Van 08/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Van 08/ })).toBeVisible();

  // A list that cannot be read shows the error; unknown statuses are shown verbatim.
  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  await gridhelm.setFaults([
    { endpoint: 'listOffboardingRequests', kind: 'status', status: 503, errors },
  ]);
  await page.goto(`${gridhelm.origin}/offboarding`);
  await expect(page.getByText('The Offboarding Requests could not be read')).toBeVisible();
  await expect(page.getByText(/Back at four/)).toBeVisible();
  await gridhelm.setFaults([{ endpoint: 'listOffboardingRequests', kind: 'unknown-enum' }]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(table.locator('tbody').getByRole('row')).not.toHaveCount(0);
  const status = (await table.getByRole('cell').nth(1).textContent()) ?? '';
  expect(['Pending', 'Canceled', '']).not.toContain(status);
  await page.getByRole('button', { name: new RegExp(`^${status}`) }).click();
  await expect(table.getByText(status).first()).toBeVisible();
});

test('one Entity: typed confirmation, a second request is explained, canceled while Pending', async ({
  page,
  gridhelm,
}) => {
  const address = await openEntity(page, gridhelm, /^Van 20/, { role: 'administrator' });
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await openTab(page, 'Offboarding');
  await page.getByRole('button', { name: 'Offboard this Entity' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('onboarded again');
  const act = dialog.getByRole('button', { name: 'Request offboarding' });
  await expect(act).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(name);

  // Another operator is quicker.
  const colleague = await new OperatorClient(gridhelm.origin).signIn('administrator');
  const first = await colleague.call('POST', CREATE, { body: { entityId: idOf(address) } });
  expect(first.status).toBe(201);
  await act.click();
  await expect(dialog.getByText(/A request for this Entity is already Pending/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it as it is' }).click();

  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('Pending', { exact: true })).toBeVisible();
  // Every tab says so, with who asked, and the list of Entities too.
  await openTab(page, 'Commands');
  const banner = page
    .getByRole('alert')
    .filter({ hasText: /^Being offboarded, requested by \S+ \S+/ });
  await expect(banner).toContainText(/seconds? ago|just now|now/);
  await page.goto(`${gridhelm.origin}/entities?q=${encodeURIComponent(name)}`);
  await expect(
    page.getByRole('row', { name: new RegExp(name) }).getByText('Being offboarded'),
  ).toBeVisible();
  await page.goto(`${gridhelm.origin}${address}`);
  await banner.getByRole('button', { name: 'Cancel offboarding' }).click();
  const question = page.getByRole('dialog', { name: `Cancel offboarding of ${name}?` });
  await question.getByRole('button', { name: 'Cancel offboarding' }).click();
  await expect(banner).toHaveCount(0);
  await openTab(page, 'Offboarding');
  await expect(panel.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Offboard this Entity' })).toBeEnabled();
});

test('many at once: each has its own result, a lost answer is settled by reading and never sent again', async ({
  page,
  gridhelm,
}) => {
  await openEntitiesOf(page, gridhelm, 'Fleet', 'administrator');
  const entities = page.getByRole('table', { name: /Entities/ });
  const idOfVan = async (name: RegExp) =>
    idOf((await entities.getByRole('link', { name }).first().getAttribute('href')) ?? '');
  const [lost, pending] = [await idOfVan(/^Van 21/), await idOfVan(/^Van 23/)];
  const colleague = await new OperatorClient(gridhelm.origin).signIn('administrator');
  await colleague.call('POST', CREATE, { body: { entityId: pending } });
  await page.goto(`${gridhelm.origin}/offboarding`);
  await expect(page.getByRole('link', { name: /^Van 23/ })).toBeVisible();
  await page.getByRole('button', { name: 'Offboard Entities' }).click();
  const field = page.getByLabel('Ids of the Entities');
  await field.fill('van-21');
  await expect(page.getByText(/1 text is not an id: van-21/)).toBeVisible();
  await field.fill(`${lost}\n${UNKNOWN}, ${pending}`);
  await page
    .getByLabel('Collective', { exact: true })
    .selectOption({ label: 'Rotterdam Delivery Vans' });
  await page.getByRole('checkbox', { name: /^Van 22/ }).check();
  await page.getByLabel('Reason (optional)').fill('Leased out');
  await page.getByRole('button', { name: 'Offboard 4 Entities' }).click();
  await page.getByLabel('Type “offboard 4” to confirm').fill('offboard 4');
  const before = await gridhelm.received('createOffboardingRequest');
  await gridhelm.setFaults([
    // All of them, since any request may arrive first.
    { endpoint: 'createOffboardingRequest', kind: 'reset-after', count: 3 },
  ]);
  await page.getByRole('button', { name: 'Request offboarding of 4 Entities' }).click();

  await expect(page.getByText(/^Finished: all 4 Entities/)).toBeVisible({ timeout: 30_000 });
  for (const name of [/^Requested 2 \d+ %/, /^Open before 1 \d+ %/, /^Refused 1 \d+ %/]) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  const results = page.getByRole('table', { name: 'Results' });
  expect(await gridhelm.received('createOffboardingRequest')).toBe(before + 3);
  await expect(results.getByText(/no Entity|does not exist|NotFound/i).first()).toBeVisible();
  const found = results
    .getByRole('row')
    .filter({ hasText: /Read afterwards: its request is Pending/ });
  await expect(found).toHaveCount(2);

  await expect(page.getByText('Reason: Leased out')).toBeVisible();

  // A reload keeps the results and sends nothing again; the request is a link.
  await page.reload();
  await expect(page.getByText(/^Finished: all 4 Entities/)).toBeVisible();
  await found.first().getByRole('link').last().click();
  await expect(page.getByRole('dialog', { name: /^Offboarding Request/ })).toContainText('Pending');
  expect(await gridhelm.received('createOffboardingRequest')).toBe(before + 3);
});

test('the page is left midway and the run finishes; another operator sees it', async ({
  page,
  gridhelm,
  browser,
}) => {
  await signIn(page, gridhelm, { role: 'administrator', path: '/offboarding?new=1' });
  await page
    .getByLabel('Collective', { exact: true })
    .selectOption({ label: 'Rotterdam Delivery Vans' });
  await page.getByLabel('Filter by name').fill('Van 3');
  const boxes = page.getByRole('group', { name: 'Entities to choose' }).getByRole('checkbox');
  // The filter applies a moment after typing, and may hide a box checked before.
  await expect(boxes.first()).toHaveAccessibleName(/^Van 3/);
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  await page.getByRole('button', { name: 'Offboard 3 Entities' }).click();
  await page.getByLabel('Type “offboard 3” to confirm').fill('offboard 3');
  const before = await gridhelm.received('createOffboardingRequest');
  await gridhelm.setFaults([{ endpoint: 'createOffboardingRequest', kind: 'hold' }]);
  await page.getByRole('button', { name: 'Request offboarding of 3 Entities' }).click();
  await expect(page.getByText(/^Running: 0 of 3/)).toBeVisible();
  const address = page.url();

  // A viewer sees it, and why they cannot stop it; the page that started it is closed.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, gridhelm, { role: 'viewer', path: '/offboarding' });
  const run = other.getByRole('table', { name: 'Bulk changes' }).getByRole('row');
  await run.getByRole('link', { name: 'Offboarding' }).first().click();
  await expect(other).toHaveURL(address);
  await expect(other.getByRole('button', { name: 'Stop' })).toBeDisabled();
  await expect(other.getByText('The role viewer may not offboard Entities.')).toBeVisible();
  await page.close();
  await gridhelm.setFaults([]);
  await expect(other.getByText(/^Finished: all 3 Entities/)).toBeVisible({ timeout: 30_000 });
  expect(await gridhelm.received('createOffboardingRequest')).toBe(before + 3);

  // The list, read before the run ended, is read again.
  await other.goBack();
  const requests = other.getByRole('table', { name: 'Offboarding Requests' });
  await expect(requests.getByRole('link', { name: /^Van 3/ })).toHaveCount(3);
});
