import type { Page } from '@playwright/test';
import { Gridhelm } from './support/gridhelm.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, sendButton } from './support/steps.ts';

/** A Gridhelm that guards against the same dispatch within ten minutes. */
let guarded: Gridhelm;

test.beforeAll(async () => {
  guarded = await Gridhelm.start({ DISPATCH_GUARD_MINUTES: '10' });
});
test.afterAll(async () => {
  await guarded.dispose();
});

async function reachReview(page: Page, verb: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: new RegExp(`^${verb}`) }).check();
  await page.getByLabel(/^Reason/).fill(reason);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(sendButton(page, verb)).toBeEnabled();
}

test('two browsers race the same dispatch: one batch; the other shows who sent what and loses nothing', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await signIn(page, guarded, { role: 'operator' });
  await signIn(other, guarded, { role: 'administrator' });
  for (const [each, reason] of [
    [page, 'Peak at noon'],
    [other, 'Peak at noon, too'],
  ] as const) {
    await openCollective(each, 'Fleet');
    await reachReview(each, 'Stop charging', reason);
  }
  const before = await guarded.received('sendCommand');
  await Promise.all([
    sendButton(page, 'Stop charging').click(),
    sendButton(other, 'Stop charging').click(),
  ]);
  const blocked = /^\d+ warnings?$/;
  const ends = await Promise.all(
    [page, other].map(async (each) => {
      const region = each.getByRole('region', { name: blocked });
      await expect(region.or(each.getByRole('region', { name: 'Progress' }))).toBeVisible();
      return each.url().includes('/batches/') ? 'sent' : 'blocked';
    }),
  );
  expect(ends.toSorted()).toEqual(['blocked', 'sent']);
  expect((await guarded.received('sendCommand')) - before).toBe(1);

  const [loser, winner] = ends[0] === 'blocked' ? [page, other] : [other, page];
  const reason = loser === page ? 'Peak at noon' : 'Peak at noon, too';
  const region = loser.getByRole('region', { name: blocked });
  const batch = new URL(winner.url()).pathname;
  await expect(region.getByText(/Stop charging/).first()).toBeVisible();
  await expect(region.getByRole('link', { name: 'Open that batch' }).first()).toHaveAttribute(
    'href',
    batch,
  );
  await expect(sendButton(loser, 'Stop charging')).toBeDisabled();
  await expect(loser.getByText(/Tick the override above/)).toBeVisible();

  // The override is explicit, has the reason typed before, and is recorded.
  await region.getByRole('checkbox', { name: /^Override/ }).check();
  const given = region.getByLabel(/^Reason for the override/);
  await expect(given).toHaveValue(reason);
  await given.fill('');
  await expect(sendButton(loser, 'Stop charging')).toBeDisabled();
  await expect(loser.getByText('The override needs a reason.', { exact: true })).toBeVisible();
  await given.fill('The first one had no effect');
  await sendButton(loser, 'Stop charging').click();
  // If the first one was still being sent, its outcome makes another situation, which is overridden anew.
  const progress = loser.getByRole('region', { name: 'Progress' });
  await expect(loser.getByText(/Tick the override above/).or(progress)).toBeVisible();
  if (!loser.url().includes('/batches/')) {
    await region.getByRole('checkbox', { name: /^Override/ }).check();
    await sendButton(loser, 'Stop charging').click();
  }
  await expect(loser).toHaveURL(/\/batches\//);
  await expect(loser.getByText('The first one had no effect').first()).toBeVisible();
  expect((await guarded.received('sendCommand')) - before).toBe(2);
  await other.context().close();
});
