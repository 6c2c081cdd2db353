import type { Page } from '@playwright/test';
import { DirectoryCollectiveDetail } from '../src/contract/console/directory.ts';
import { CONSOLE_HEADER } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { expect, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import {
  openSentBatch,
  reviewCommand,
  sendButton,
  signInToCollective,
  waitForFinalTally,
} from './support/steps.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

const headers = { [CONSOLE_HEADER.name]: CONSOLE_HEADER.value, 'Sec-Fetch-Site': 'same-origin' };

/** Removes two Entities of the Collective from the directory; the Service still knows them. */
async function forgetTwo(page: Page, gridhelm: Gridhelm): Promise<DirectoryCollectiveDetail> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const path = CONSOLE_ROUTES.collective.path.replace('{id}', id);
  const read = await page.request.get(gridhelm.origin + path, { headers });
  const whole = DirectoryCollectiveDetail.parse(await read.json());
  const entities = whole.entities.slice(2).map((entity) => entity.id);
  const told = await page.request.post(gridhelm.origin + CONSOLE_ROUTES.importDirectory.path, {
    headers,
    data: { collectives: [{ id, name: whole.collective.name, entities }] },
  });
  expect(told.status()).toBe(200);
  await page.reload();
  return whole;
}

test('Entities that only the answer named are counted separately, and join when confirmed', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(240_000);
  await signInToCollective(page, gridhelm, 'Fleet', { role: 'administrator' });
  const whole = await forgetTwo(page, gridhelm);
  const known = whole.entities.length - 2;
  const [first, second] = whole.entities.map(({ name }) => name ?? '');
  await reviewCommand(page, 'Stop charging');
  await sendButton(page, 'Stop charging').click();
  await waitForFinalTally(page, gridhelm);

  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(
    progress.getByText(new RegExp(`^All ${known} Entities have a final state`)),
  ).toBeVisible();
  const apart = progress.getByRole('button', { name: '2 also commanded' });
  await apart.click();
  await expect(page).toHaveURL(/also=1/);
  const table = page.getByRole('table', { name: 'Entities of the batch' });
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await expect(table.getByText('also commanded')).toHaveCount(2);

  // Wherever the batch is named, its outcome is beside it, also on a phone.
  await page.goto(`${gridhelm.origin}/batches`);
  const outcome = page.getByText(new RegExp(`^Outcome: .* of ${known} .* · 2 also commanded$`));
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    await expect(outcome.first()).toBeVisible();
    await expect(page.getByRole('main').getByText('Accepted', { exact: true })).toHaveCount(0);
  }

  // The page of the Collective asks to confirm them.
  await page.goto(`${gridhelm.origin}/collectives/${whole.collective.id}`);
  const panel = page.getByRole('region', { name: 'To decide' });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('button', { name: `Confirm ${first}` }).click();
  await expect(page.getByText(`${known + 1} Entities`).first()).toBeVisible();
  await panel.getByRole('button', { name: `Dismiss ${second}` }).click();
  await expect(panel).toHaveCount(0);
  await page.getByText('2 decided Entities').click();
  await page.getByRole('button', { name: `Undo: take ${first} out` }).click();
  await expect(page.getByRole('button', { name: `Confirm ${first}` })).toBeVisible();
  await expect(page.getByText(`${known} Entities`).first()).toBeVisible();
});

test('an Entity shows its own outcome, and leads to that of the whole batch', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(120_000);
  await openSentBatch(page, gridhelm, 'StopCharging');
  await waitForFinalTally(page, gridhelm);
  await page
    .getByRole('group', { name: 'Show only' })
    .getByRole('button', { name: /^Failed/ })
    .click();
  const table = page.getByRole('table', { name: 'Entities of the batch' });
  await table.locator('tbody').getByRole('link').first().click();
  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(overview.getByText('Accepted')).toHaveCount(0);
  const last = overview.getByRole('list', { name: 'Last Commands' }).getByRole('listitem').first();
  await expect(last.getByText('Failed', { exact: true })).toBeVisible();
  await last.getByRole('link', { name: 'Stop charging' }).click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByRole('group', { name: 'Show only' })).toBeVisible();
});
