import type { Page } from '@playwright/test';
import { DirectoryCollectiveDetail } from '../src/contract/console/directory.ts';
import { CONSOLE_HEADER } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { expect, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import {
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

  // The list of Collectives asks about them, and so does the page of the Collective.
  await page.goto(`${gridhelm.origin}/collectives`);
  const listed = page.getByRole('region', { name: 'To decide' });
  await expect(listed.getByRole('link', { name: whole.collective.name }).first()).toBeVisible();
  await expect(listed.getByRole('button', { name: 'Confirm all 2' })).toBeVisible();
  await page.goto(`${gridhelm.origin}/collectives/${whole.collective.id}`);
  const panel = page.getByRole('region', { name: 'To decide' });
  await expect(panel.getByRole('button', { name: /^Dismiss / })).toHaveCount(3);
  await panel.getByRole('button', { name: `Confirm ${first}` }).click();
  await expect(page.getByText(`${known + 1} Entities`).first()).toBeVisible();
  await panel.getByRole('button', { name: `Dismiss ${second}` }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText(`${known + 1} Entities`).first()).toBeVisible();
});
