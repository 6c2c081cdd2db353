import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import type { Role } from '../../src/contract/console/session.ts';
import { signIn } from './fixtures.ts';
import type { Gridhelm } from './gridhelm.ts';
import { OperatorClient } from './operator-client.ts';

/** Chooses a value in the bar of filters of a page or of a part of it, by its name without the count. */
export async function chooseFilter(
  place: Page | Locator,
  filter: string,
  value: string,
): Promise<void> {
  await place.getByRole('button', { name: 'Filter', exact: true }).click();
  const page = 'page' in place ? place.page() : place;
  await page.getByRole('button', { name: new RegExp(`^${filter}: `) }).click();
  const values = page.getByRole('group', { name: filter, exact: true });
  const named = new RegExp(`^${value}(?: \\([\\d,]+\\))?$`);
  await values.getByRole('button', { name: named }).click();
}

/** Opens the import of a directory list. */
export async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

/** Opens the first Collective of a type from the list of Collectives. */
export async function openCollective(page: Page, type: string): Promise<void> {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: type, exact: true }) });
  await row.first().getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Dispatch' })).toBeVisible();
}

/** The id of the first Collective of a type, found by a request. */
async function collectiveIdOf(client: OperatorClient, type: string): Promise<string> {
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  return collectives.find((each) => each.type === type)?.id ?? '';
}

/** Signs in and opens the page of the first Collective of a type by its address. */
export async function signInToCollective(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  type: string,
  { role = 'operator', search = '' }: { role?: Role; search?: string } = {},
): Promise<void> {
  const id = await collectiveIdOf(await new OperatorClient(gridhelm.origin).signIn(), type);
  await signIn(page, gridhelm, { role, path: `/collectives/${id}${search}` });
  await expect(page.getByRole('button', { name: 'Dispatch' })).toBeVisible();
}

/**
 * Sends a Command to the first Collective of a type by a request, overriding the guard.
 * @param command as the interface calls it, such as `StopCharging`
 * @returns id of the dispatch, whatever its outcome
 */
export async function sendToCollective(
  { origin }: Pick<Gridhelm, 'origin'>,
  type: string,
  command: string,
  role: Role = 'operator',
): Promise<string> {
  const client = await new OperatorClient(origin).signIn(role);
  const id = randomUUID();
  const collective = await collectiveIdOf(client, type);
  const body = { type: command, value: null };
  await client.dispatchAnyway(collective, body, { [IDEMPOTENCY_HEADER]: id });
  return id;
}

/** Sends a Command to the demo world's Fleet by a request and opens its batch, for tests of what follows a send. */
export async function openSentBatch(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  command: string,
  role: Role = 'operator',
): Promise<void> {
  const id = await sendToCollective(gridhelm, 'Fleet', command, role);
  await signIn(page, gridhelm, { role, path: `/batches/${id}` });
}

/** Signs in and opens the tab with the Entities of the first Collective of a type. */
export async function openEntitiesOf(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  type: string,
  role: Role = 'operator',
): Promise<void> {
  await signInToCollective(page, gridhelm, type, { role, search: '?tab=entities' });
  await expect(page.getByRole('table', { name: /Entities/ })).toBeVisible();
}

/** Chooses from the "..." menu of a page. */
export async function chooseMore(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name }).click();
}

/**
 * Loses the session, which the press of a button discovers unless a read of the page does so first. Ends on
 * the sign-in page.
 */
export async function loseSession(page: Page, button: Locator): Promise<void> {
  await page.context().clearCookies();
  const signedOut = () => new URL(page.url()).pathname === '/sign-in';
  await expect(async () => {
    if (!signedOut()) await button.click({ timeout: 1000 });
    await expect.poll(signedOut).toBe(true);
  }).toPass();
}

/** Opens the dispatch dialog, chooses a Command and continues to the review step. */
export async function reviewCommand(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: new RegExp(`^${verb}`) }).check();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${verb} on \\d+ Entities`) }),
  ).toBeVisible();
  await passWarnings(page);
}

/**
 * Overrides warnings with a reason and types the name of the Collective, if required.
 * Waits for the dry run, which names the warnings.
 */
export async function passWarnings(page: Page): Promise<void> {
  const send = page
    .getByRole('dialog')
    .getByRole('button', { name: / Entities$|^Ask for approval$/ });
  await expect(send.first()).toBeVisible();
  await expect(page.getByText('The dry run is still loading.')).toHaveCount(0);
  const override = page.getByRole('checkbox', { name: /^Override/ });
  if (await override.isVisible()) {
    await override.check();
    const reason = page.getByLabel(/^Reason for the override/);
    if ((await reason.inputValue()) === '') await reason.fill('A test repeats itself');
  }
  await confirmByName(page);
}

/** Types the name of the Collective, if required. */
export async function confirmByName(page: Page): Promise<void> {
  const confirm = page.getByRole('region', { name: 'Confirm by name' });
  if (!(await confirm.isVisible())) return;
  const name = await confirm.getByRole('strong').textContent();
  await confirm.getByLabel('Name of the Collective').fill(name ?? '');
}

/** The button that sends, by its verb and count. */
export function sendButton(page: Page, verb: string) {
  return page.getByRole('button', { name: new RegExp(`^${verb} on \\d+ Entities$`) });
}

/** Lets the devices finish and waits for the batch page to have only final states. */
export async function waitForFinalTally(
  page: Page,
  gridhelm: Pick<Gridhelm, 'finishDevices'>,
): Promise<void> {
  await expect(page).toHaveURL(/\/batches\//);
  await gridhelm.finishDevices();
  await expectFinalTally(page);
}

/** Waits for the batch page to have only final states. */
export async function expectFinalTally(page: Page): Promise<void> {
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByText(/^All \d+ Entities have a final state/i)).toBeVisible({
    timeout: 60_000,
  });
}

/** Signs in as an operator and opens the review of a Command to the demo world's Fleet. */
export async function reviewOnFleet(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  verb: string,
): Promise<void> {
  await signInToCollective(page, gridhelm, 'Fleet');
  await reviewCommand(page, verb);
}

/** Signs out by the menu in the foot of the rail. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Marks the document, to detect a reload. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('data-marked', 'yes'));
}

/** Fails if the document was loaded again since it was marked. */
export async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveAttribute('data-marked', 'yes');
}
