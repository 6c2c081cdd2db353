import { Gridhelm } from './support/gridhelm.ts';
import { expect, signIn, test } from './support/fixtures.ts';

/** A Gridhelm that this file stops and starts. */
let stopped: Gridhelm;

test.beforeAll(async () => {
  stopped = await Gridhelm.start();
});
test.afterAll(async () => {
  await stopped.dispose();
});

test.describe('once the code of all pages has been fetched', () => {
  test.use({ fetchesPageCode: true });

  test('without the server every link of the rail keeps the shell and its banner, and everything recovers afterwards', async ({
    page,
  }) => {
    await signIn(page, stopped, { role: 'administrator' });
    const fetched = page.locator('html[data-page-code="fetched"]');
    await expect(fetched).toBeAttached({ timeout: 60_000 });
    await stopped.end('SIGKILL');
    const rail = page.getByRole('navigation').first();
    const links = await rail
      .getByRole('link')
      .evaluateAll((all) => all.map(({ textContent }) => textContent.replace(/[\d\s]+$/, '')));
    expect(links.length).toBeGreaterThan(6);
    const shown: string[] = [];
    for (const name of links) {
      // Some have a count after their name.
      const link = rail.getByRole('link', { name: new RegExp(`^${name}( \\d+)?$`) });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      // The entry's tabs, or its single page.
      const tabs = page.getByRole('navigation', { name, exact: true }).getByRole('link');
      for (const tab of (await tabs.count()) === 0 ? [null] : await tabs.all()) {
        await tab?.click();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('This page could not be shown')).toHaveCount(0);
        await expect(page.getByText(/server does not answer/).first()).toBeVisible();
        shown.push(page.url());
      }
    }
    expect(new Set(shown).size).toBeGreaterThan(10);
    await stopped.start();
    await expect(page.getByText(/server does not answer/)).toHaveCount(0);
    await rail.getByRole('link', { name: 'Collectives', exact: true }).click();
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  });
});

test('a page without its code shows that while offline, and opens once the connection is back', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { role: 'operator' });
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
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
