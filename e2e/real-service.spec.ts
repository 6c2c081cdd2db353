import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
} from '../src/contract/console/directory.ts';
import { fillPath } from '../src/contract/paths.ts';
import { TOKEN_ENDPOINT } from '../src/contract/endpoints.ts';
import { csvOfRecords } from '../src/lib/write-csv.ts';
import { Gridhelm, runToEnd } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { expect, test } from './support/fixtures.ts';
import { reviewCommand, sendButton, signOut, waitForFinalTally } from './support/steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/sound.ts';

const CREDENTIALS = { SERVICE_CLIENT_ID: 'console', SERVICE_CLIENT_SECRET: 'correct-horse' };
const PASSWORD = 'a sturdy battery of staples';
const JONAS = 'a staple of sturdy horses';
const NEXT = 'a battery of sturdy horses';
const LAST = 'some other phrase entirely';

/** The Fleet as in an administrator's table of Collectives. */
async function collectivesFile(source: Gridhelm): Promise<string> {
  const client = await new OperatorClient(source.origin).signIn('viewer');
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  const id = collectives.find(({ type }) => type === 'Fleet')?.id ?? '';
  const { collective, entities } = await client.read(
    DirectoryCollectiveDetail,
    fillPath(CONSOLE_ROUTES.collective.path, { id }),
  );
  const { name, type } = collective;
  const members = entities.map((entity) => entity.id).join(' ');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'directory-')), 'collectives.csv');
  writeFileSync(file, csvOfRecords([{ id, name, type: type ?? '', entities: members }]));
  return file;
}

test('four settings point the console at a service elsewhere: first administrator, directory, dispatch; an operator is invited, accepts, is given another role, is signed out and disabled; a password is changed, and replaced with a code', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'access-'));
  const elsewhere = await Gridhelm.start(CREDENTIALS);
  const gridhelm = await Gridhelm.start({
    ...CREDENTIALS,
    DATA_DIR: dataDir,
    SERVICE_BASE_URL: elsewhere.serviceUrl,
    SERVICE_AUTH_URL: `${elsewhere.serviceUrl}${TOKEN_ENDPOINT.path}`,
  });
  const other = await browser.newContext();
  try {
    const setupCode = /one-time code (\S+)/.exec(gridhelm.output)?.[1] ?? '';
    expect(setupCode).not.toBe('');

    // With a real service there is no demo sign-in, not even by a direct request.
    const byHand = new OperatorClient(gridhelm.origin);
    await expect(byHand.signIn('administrator')).rejects.toThrow('404');

    await page.goto(gridhelm.origin);
    await expect(page.getByRole('button', { name: /Continue as/ })).toHaveCount(0);
    await page.getByLabel('One-time code').fill(setupCode);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('New password').fill('password1');
    const make = page.getByRole('button', { name: 'Create administrator and sign in' });
    await make.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace');
    await page.getByLabel('New password').fill(PASSWORD);
    await make.click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);

    // The interface lists no Collectives: the page is the checklist, whose first step takes the file.
    await expectAccessible(page);
    const steps = page.getByRole('region', { name: 'First steps' });
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      steps.getByRole('button', { name: 'Sample file of Collectives' }).click(),
    ]);
    expect(sample.suggestedFilename()).toBe('sample-collectives.csv');
    await page.getByLabel('File of the directory').setInputFiles(await collectivesFile(elsewhere));
    await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).click();
    await page.getByRole('button', { name: /^Import [\d,]+ changes$/ }).click();
    await expect(page.getByText(/^Imported\. /)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('The directory has Entities')).toBeVisible();
    await page.goto(`${gridhelm.origin}/collectives`);
    await page.getByRole('link', { name: 'Rotterdam Delivery Vans', exact: true }).click();
    await reviewCommand(page, 'Stop charging');
    await sendButton(page, 'Stop charging').click();
    await waitForFinalTally(page, elsewhere);

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
    await change.getByLabel('Current password').fill(PASSWORD);
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
    await elsewhere.dispose();
  }
});
