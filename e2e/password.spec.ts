import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/sound.ts';
import { signOut } from './support/steps.ts';

const FIRST = 'a sturdy battery of staples';
const SECOND = 'a staple of sturdy horses';
const THIRD = 'some other phrase entirely';

test('an administrator changes the password, and signs in again with a code from the command line', async ({
  page,
}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'password-'));
  // An unreachable Service: with it operators sign in with passwords.
  const gridhelm = await Gridhelm.start({
    DATA_DIR: dataDir,
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_AUTH_URL: 'http://127.0.0.1:9/token',
    SERVICE_CLIENT_ID: 'console',
    SERVICE_CLIENT_SECRET: 'correct-horse',
  });
  try {
    await page.goto(gridhelm.origin);
    const setupCode = /one-time code (\S+)/.exec(gridhelm.output)?.[1] ?? '';
    await page.getByLabel('One-time code').fill(setupCode);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('New password').fill(FIRST);
    await page.getByRole('button', { name: 'Create administrator and sign in' }).click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('not the password');
    await dialog.getByLabel('New password').fill(SECOND);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill(FIRST);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText(/^The password was changed\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await signOut(page);

    const made = await runToEnd('password-reset.js', [], { DATA_DIR: dataDir });
    expect(made.code).toBe(0);
    const code = /: ((?:[A-Z2-9]{4}-){3}[A-Z2-9]{4})/.exec(made.output)?.[1] ?? '';
    await page.getByRole('button', { name: 'Use a one-time code' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('textbox', { name: 'One-time code' }).fill('AAAA-AAAA-AAAA-AAAA');
    await page.getByLabel('New password', { exact: true }).fill(THIRD);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('wrong or has expired');
    await page.getByRole('textbox', { name: 'One-time code' }).fill(code);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);
  } finally {
    await gridhelm.dispose();
  }
});
