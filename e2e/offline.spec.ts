import { cpSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { Gridhelm } from './support/gridhelm.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import {
  expectSameDocument,
  markDocument,
  sendToCollective,
  waitForFinalTally,
} from './support/steps.ts';

/** A Gridhelm that this file stops and starts. */
let stopped: Gridhelm;

test.beforeAll(async () => {
  stopped = await Gridhelm.start();
});
test.afterAll(async () => {
  await stopped.dispose();
});

test('the console is killed with -9: pages that were opened keep the shell and its banner, a running batch shows it, and everything recovers without a reload; a page without its code says so', async ({
  page,
}) => {
  await signIn(page, stopped, { role: 'administrator' });
  const rail = page.getByRole('navigation').first();
  const names = ['Entities', 'Settings', 'Overview', 'Collectives'] as const;
  const open = async (name: string) => {
    await rail.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  for (const name of names) await open(name);
  // As late as can be: it must still run when the console is killed.
  const id = await sendToCollective(stopped, 'Fleet', 'StopCharging');
  const openBatch = async () => {
    await open('Activity');
    await page.getByRole('main').locator(`a[href="/batches/${id}"]`).first().click();
    // Activity is live as well.
    await expect(page.getByRole('heading', { level: 1, name: /^Stop charging/ })).toBeVisible();
    await expect(page.getByText(/as of .* live/).first()).toBeVisible({ timeout: 30_000 });
  };
  await openBatch();
  await markDocument(page);
  await stopped.end('SIGKILL');
  await expect(page.getByText(/Could not refresh since/).first()).toBeVisible();
  for (const name of names) {
    await open(name);
    await expect(page.getByText('This page could not be shown')).toHaveCount(0);
    await expect(page.getByText(/server does not answer/).first()).toBeVisible();
  }
  await stopped.start();
  await expect(page.getByText(/server does not answer/)).toHaveCount(0);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await openBatch();
  await waitForFinalTally(page, stopped);
  await expectSameDocument(page);

  // A page whose code was not loaded yet says so, and opens once the connection is back.
  await page.context().setOffline(true);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Schedule( \d+)?$/ })
    .click();
  const failure = page.getByRole('alert').filter({ hasText: 'Its code could not be loaded' });
  await expect(failure).toContainText('as soon as the connection is back');
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
});

test('while the Service refuses the token a line says so on every page, nothing can be dispatched, and it goes with it', async ({
  page,
}) => {
  await signIn(page, stopped, { role: 'operator', path: '/collectives' });
  const line = page.getByText('The Service refuses the console’s token.');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(line).toHaveCount(0);
  await stopped.setFaults([{ endpoint: 'listEntityTypes', kind: 'status', status: 401 }]);
  await page.goto(`${stopped.origin}/catalogue`);
  await expect(line).toBeVisible();
  await page.goto(`${stopped.origin}/collectives`);
  await expect(line).toBeVisible();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await stopped.setFaults([]);
  // The console asks again by itself.
  await expect(line).toHaveCount(0, { timeout: 30_000 });
});

test('a page whose code is gone offers a reload, after which it opens', async ({ page }) => {
  // A copy of the build, from which the file of a page is taken away.
  const dist = path.join('test-results', 'dist-without-a-page');
  const assets = path.join(dist, 'web', 'assets');
  cpSync('dist', dist, { recursive: true });
  await stopped.end('SIGTERM');
  await stopped.start(dist);
  await signIn(page, stopped, { role: 'operator' });
  const code = readdirSync(assets).filter((file) => file.startsWith('schedule-page-'));
  expect(code).not.toEqual([]);
  for (const file of code) renameSync(path.join(assets, file), path.join(dist, file));
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Schedule( \d+)?$/ })
    .click();
  const failure = page.getByRole('alert').filter({ hasText: 'Its code could not be loaded' });
  await expect(failure).toContainText('A new version of the console may have been installed');
  for (const file of code) renameSync(path.join(dist, file), path.join(assets, file));
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
});
