import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  CLIENT,
  startIdentityProvider,
  type Account,
} from '../src/access/testing/identity-provider-server.ts';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/sound.ts';
import { signOut } from './support/steps.ts';

const PASSPHRASE = 'a sturdy battery of staples';

/** Signs in at the provider, and out of it again. */
const be = (page: Page, name: string) => page.getByRole('button', { name: `Be ${name}` }).click();
const leave = async (page: Page) => {
  await signOut(page);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
};

test('an operator signs in by a provider, confirms there, has another role next time, and signs out there too', async ({
  page,
}) => {
  const accounts = new Map<string, Account>([
    ['u-ada', { name: 'Ada Lovelace', groups: ['fleet-admins'] }],
    ['u-jonas', { name: 'Jonas Verbeek', groups: ['ops-team'] }],
  ]);
  const provider = await startIdentityProvider(accounts);
  const settings = {
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'provider-')),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_ROLES: 'guests=viewer,ops-team=operator,fleet-admins=administrator',
  };
  const gridhelm = await Gridhelm.start(settings);
  try {
    // The provider is not there yet.
    await page.goto(`${gridhelm.origin}/batches?status=failed`);
    const button = page.getByRole('button', { name: /^Sign in with 127\.0\.0\.1:/ });
    await button.click();
    await expect(page.getByText(/answers with an error\. Try again in a moment/)).toBeVisible();
    provider.serve(gridhelm.origin);
    await button.click();
    await be(page, 'Jonas Verbeek');
    await expect(page).toHaveURL(`${gridhelm.origin}/batches?status=failed`);
    await page.goto(`${gridhelm.origin}/settings`);
    await expect(page.getByText('No Commands')).toBeVisible();

    // What was typed is still there after the confirmation in another tab.
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Nightly report');
    await page.getByRole('dialog').getByRole('button', { name: 'Make the token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expectAccessible(page);
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: /^Sign in again with/ }).click();
    const tab = await opened;
    await be(tab, 'Jonas Verbeek');
    await expect(tab.getByRole('heading', { name: 'It is you' })).toBeVisible();
    await expectAccessible(tab);
    await tab.close();
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue(/^gridhelm_/);
    await page.getByRole('button', { name: 'Close' }).click();

    accounts.set('u-jonas', { name: 'Jonas Verbeek', groups: ['guests'] });
    await leave(page);
    await expect(page).toHaveURL(/\/sign-in/);
    await button.click();
    // Signed out there, so asked again.
    await be(page, 'Jonas Verbeek');
    await expect(page).toHaveURL(`${gridhelm.origin}/`);
    await page.goto(`${gridhelm.origin}/settings/operators`);
    await expect(page.getByText('The role viewer may not manage operators.')).toBeVisible();

    accounts.set('u-jonas', { name: 'Jonas Verbeek', groups: [] });
    await leave(page);
    await button.click();
    await be(page, 'Jonas Verbeek');
    await expect(page.getByText(/none of its groups gives access/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);

    // Without the provider a code of the command line lets an administrator in.
    await provider.close();
    const made = await runToEnd('password-reset.js', [], settings);
    const code = /: ((?:[A-Z2-9]{4}-){3}[A-Z2-9]{4})/.exec(made.output)?.[1] ?? '';
    await page.getByRole('button', { name: 'Use a one-time code' }).click();
    await page.getByRole('textbox', { name: 'One-time code' }).fill(code);
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);
    await page.goto(`${gridhelm.origin}/settings/operators`);
    await expect(page.getByRole('link', { name: 'Jonas Verbeek' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite an operator' })).toHaveCount(0);
  } finally {
    await gridhelm.dispose();
    await provider.close();
  }
});
