import type { Locator, Page } from '@playwright/test';
import { PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { readFileSync } from 'node:fs';
import { expect, signIn, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';

const STRANGER = 'aaaaaaaa-0000-4000-8000-00000000dead';

function reviewButton(page: Page, count: number): Locator {
  const what = count === 1 ? '1 Entity' : `${count} Entities`;
  return page.getByRole('button', { name: `Review the change of ${what}`, exact: true });
}

/** Opens the review, types the confirmation and starts. */
async function begin(page: Page, count: number, act: RegExp): Promise<void> {
  await reviewButton(page, count).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: act });
  await expect(button).toBeDisabled();
  await dialog.getByLabel(`Type “change ${count}” to confirm`).fill(`change ${count}`);
  await button.click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
}

const finished = (page: Page) =>
  expect(page.getByText(/^Finished:/)).toBeVisible({ timeout: 30_000 });

const results = (page: Page) => page.getByRole('table', { name: 'Results' });

/** The ids of the vans whose names begin with a text, as the page lists them. */
async function idsOf(page: Page, gridhelm: Gridhelm, words: string): Promise<string[]> {
  await page.goto(`${gridhelm.origin}/entities?q=${encodeURIComponent(words)}`);
  const links = page.getByRole('table', { name: 'Entities' }).locator('a[href^="/entities/"]');
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  return [...new Set(hrefs.map((href) => href.split('/').at(-1)?.split('?')[0] ?? ''))];
}

test('capacities from a file: faulty rows are named, refusals show the Service’s message', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  const [first = '', second = '', third = ''] = await idsOf(page, gridhelm, 'Van 3');
  await page.goto(`${gridhelm.origin}/bulk?whom=file`);
  await page.getByRole('button', { name: 'Battery capacity' }).click();
  await expect(page.getByText('Choose the Entities.')).toBeVisible();
  const csv = [
    'device;pack',
    `${first};61.5`,
    `${second};62`,
    `${third};62,5`,
    `${STRANGER};63`,
    'van-7;64',
    `${first};65`,
  ].join('\n');
  await page
    .getByLabel('File with the Entities')
    .setInputFiles({ name: 'packs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByLabel('Column of the ids').selectOption('device');
  await page.getByLabel('Column of the capacities, kWh').selectOption('pack');
  await expect(page.getByText('“van-7”: Not an id: expected a UUID.')).toBeVisible();
  await expect(page.getByText(/is in row 2 already/)).toBeVisible();
  await expect(page.getByText(/“62,5”: .* Use a point for decimals/)).toBeVisible();
  await expect(page.getByText('Not in the directory')).toBeVisible();
  await begin(page, 3, /^Set the capacity of 3 Entities$/);
  await finished(page);
  await expect(page.getByRole('button', { name: /^Done 2 \d+ %/ })).toBeVisible();
  const refused = page.getByRole('button', { name: /^Refused 1 \d+ %/ });
  await refused.click();
  await expect(page).toHaveURL(/state=refused/);
  await expect(results(page).locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(results(page).getByText(/nothing was sent/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Error log (1)' }).click();
  const log = readFileSync(await (await saved).path(), 'utf8');
  expect(log.trim().split('\r\n')).toHaveLength(2);
  expect(log).toContain(STRANGER);

  const colleague = await new OperatorClient(gridhelm.origin).signIn('operator');
  const path = PROXY_PREFIX + ENDPOINTS.getBatteryCapacity.path.replace('{entityId}', first);
  const read = await colleague.call('GET', path);
  expect(await read.text()).toContain('61.5');
});

test('a feature off for the Entities of a filter, from their list: lost answers are settled by reading, an outage pauses, and nothing is sent twice; then set back, and retried', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/entities' });
  await page.getByLabel('Search name, id, brand, tag or place').fill('Dordrecht bay');
  await expect(page.getByText('4 Entities match')).toBeVisible();
  await page.getByRole('link', { name: 'Change these in bulk' }).click();
  await expect(page).toHaveURL(/\/bulk\?q=Dordrecht/);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('checkbox', { name: 'Change Dordrecht bay 4' }).uncheck();
  const before = await gridhelm.received('changeFeature');
  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  const lost = { endpoint: 'changeFeature', kind: 'reset-after', count: 2 };
  // Each value is read before it is changed; several Entities turned away in a row are an outage.
  await gridhelm.setFaults([
    lost,
    { endpoint: 'listFeatures', kind: 'status', status: 503, errors },
  ]);
  await begin(page, 3, /^Turn Capture charge sessions off for 3 Entities$/);
  await expect(page.getByText(/Paused until .*Back at four/)).toBeVisible();
  expect(await gridhelm.received('changeFeature')).toBe(before);
  await gridhelm.setFaults([lost]);
  await finished(page);
  await expect(page.getByRole('button', { name: /^Done 3 \d+ %/ })).toBeVisible();
  await expect(results(page).getByText(/Read afterwards: off\./)).toHaveCount(2);
  expect(await gridhelm.received('changeFeature')).toBe(before + 3);

  // A read showed no change: unknown, offered again as a separate run.
  await gridhelm.setFaults([{ endpoint: 'changeFeature', kind: 'reset-before', count: 1 }]);
  await page.getByRole('link', { name: 'Set 3 back to the values before' }).click();
  await expect(page.getByText('Capture charge sessions on.')).toBeVisible();
  await begin(page, 3, /^Turn Capture charge sessions on for 3 Entities$/);
  await finished(page);
  await expect(page.getByText('Sets back')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Outcome unknown 1 \d+ %/ })).toBeVisible();
  await expect(results(page).getByText(/Read afterwards: off\./)).toBeVisible();
  expect(await gridhelm.received('changeFeature')).toBe(before + 6);
  await page.getByRole('link', { name: 'Retry those not changed' }).click();
  await begin(page, 1, /^Turn Capture charge sessions on for 1 Entity$/);
  await finished(page);
  await expect(page.getByRole('button', { name: /^Done 1 \d+ %/ })).toBeVisible();

  // Afterwards there is nothing to send.
  await page.goto(`${gridhelm.origin}/bulk`);
  await page.getByLabel('Search name, id, brand, tag or place').fill('Dordrecht bay');
  await expect(reviewButton(page, 4)).toBeEnabled();
  await begin(page, 4, /^Turn Capture charge sessions on/);
  await finished(page);
  await expect(page.getByRole('button', { name: /^Had it before 4 \d+ %/ })).toBeVisible();
  expect(await gridhelm.received('changeFeature')).toBe(before + 7);
});
