import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/sound.ts';
import { signOut } from './support/steps.ts';

const ADA = 'a sturdy battery of staples';
const JONAS = 'a staple of sturdy horses';
const NEXT = 'a battery of sturdy horses';
const LAST = 'some other phrase entirely';

test('an operator is invited, accepts, is given another role, is signed out and disabled; a password is changed, and replaced with a code', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'access-'));
  // An unreachable Service: with it operators sign in with passwords.
  const gridhelm = await Gridhelm.start({
    DATA_DIR: dataDir,
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_AUTH_URL: 'http://127.0.0.1:9/token',
    SERVICE_CLIENT_ID: 'console',
    SERVICE_CLIENT_SECRET: 'correct-horse',
  });
  const other = await browser.newContext();
  try {
    await page.goto(gridhelm.origin);
    const setupCode = /one-time code (\S+)/.exec(gridhelm.output)?.[1] ?? '';
    await page.getByLabel('One-time code').fill(setupCode);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('New password').fill(ADA);
    await page.getByRole('button', { name: 'Create administrator and sign in' }).click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);

    await page.goto(`${gridhelm.origin}/settings/operators`);
    await page.getByRole('button', { name: 'Invite an operator' }).click();
    const invite = page.getByRole('dialog', { name: 'Invite an operator' });
    await invite.getByLabel('Name').fill('Jonas Verbeek');
    await invite.getByRole('button', { name: 'Make the invitation' }).click();
    const shown = page.getByRole('dialog', { name: 'The link for Jonas Verbeek' });
    const link = await shown.getByLabel('Link').inputValue();
    await shown.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('row', { name: /Jonas Verbeek/ })).toContainText('Invited');

    // Opened where somebody is signed in, the link says so and changes nothing.
    const second = await page.context().newPage();
    await second.goto(link);
    await expect(second.getByText(/You are signed in as Ada Lovelace/)).toBeVisible();
    await second.close();

    const jonas = await other.newPage();
    await jonas.goto(link);
    await expect(jonas.getByText(/invited to Gridhelm as Jonas Verbeek/)).toBeVisible();
    await expectAccessible(jonas);
    await jonas.getByLabel('New password').fill(JONAS);
    await jonas.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(jonas).toHaveURL(`${gridhelm.origin}/`);
    await jonas.goto(`${gridhelm.origin}/settings`);
    await expect(jonas.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect(jonas.getByText('Every Command in every Collective')).toBeVisible();
    await expectAccessible(jonas);
    await jonas.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(jonas);

    await page.getByRole('link', { name: 'Jonas Verbeek' }).click();
    await page.getByRole('button', { name: 'Change rights' }).click();
    const rights = page.getByRole('dialog', { name: 'Rights of Jonas Verbeek' });
    await rights.getByLabel('Role').click();
    await page.getByRole('option', { name: 'viewer' }).click();
    await rights.getByRole('button', { name: 'Change the rights' }).click();
    await expect(page.getByText('No Commands')).toBeVisible();
    await jonas.reload();
    await expect(jonas.getByText('No Commands')).toBeVisible();

    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByRole('button', { name: 'End' }).click();
    await expect(sessions.getByText('There is no session.')).toBeVisible();
    // The page learns of it by itself.
    await expect(jonas.getByText(/Your session has ended/)).toBeVisible();
    await jonas.getByRole('textbox', { name: 'Name' }).fill('Jonas Verbeek');
    await jonas.getByRole('textbox', { name: 'Password' }).fill(JONAS);
    await jonas.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(jonas).toHaveURL(/\/settings/);

    await page.getByRole('button', { name: 'Disable' }).click();
    const disable = page.getByRole('dialog', { name: 'Disable Jonas Verbeek' });
    await disable.getByRole('button', { name: 'Disable the operator' }).click();
    await expect(page.getByText('Disabled: cannot sign in')).toBeVisible();
    await jonas.reload();
    await jonas.getByRole('textbox', { name: 'Name' }).fill('Jonas Verbeek');
    await jonas.getByRole('textbox', { name: 'Password' }).fill(JONAS);
    await jonas.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(jonas.getByRole('alert')).toContainText('Name or password is wrong.');
    await jonas.goto(link);
    await expect(jonas.getByText(/was used already/)).toBeVisible();

    // The administrator changes the password, and signs in again with a code from the command line.
    await page.goto(`${gridhelm.origin}/settings`);
    await page.getByRole('button', { name: 'Change password' }).click();
    const change = page.getByRole('dialog', { name: 'Change password' });
    await change.getByLabel('Current password').fill('not the password');
    await change.getByLabel('New password').fill(NEXT);
    await change.getByRole('button', { name: 'Change password' }).click();
    await expect(change.getByText('The current password is wrong.')).toBeVisible();
    await expectAccessible(page);
    await change.getByLabel('Current password').fill(ADA);
    await change.getByRole('button', { name: 'Change password' }).click();
    await expect(change.getByText(/^The password was changed\./)).toBeVisible();
    await change.getByRole('button', { name: 'Close' }).click();
    await signOut(page);

    const made = await runToEnd('password-reset.js', [], { DATA_DIR: dataDir });
    expect(made.code).toBe(0);
    const code = /: ((?:[A-Z2-9]{4}-){3}[A-Z2-9]{4})/.exec(made.output)?.[1] ?? '';
    await page.getByRole('button', { name: 'Use a one-time code' }).click();
    await page.getByRole('textbox', { name: 'One-time code' }).fill('AAAA-AAAA-AAAA-AAAA');
    await page.getByLabel('New password', { exact: true }).fill(LAST);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('wrong or has expired');
    await page.getByRole('textbox', { name: 'One-time code' }).fill(code);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);
  } finally {
    await other.close();
    await gridhelm.dispose();
  }
});
