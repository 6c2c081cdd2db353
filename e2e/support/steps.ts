import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from './fixtures.ts';
import type { Gridhelm } from './gridhelm.ts';

/** Chooses a value in the bar of filters of a page or of a part of it, by its name without the count. */
export async function chooseFilter(
  place: Page | Locator,
  filter: string,
  value: string,
): Promise<void> {
  await place.getByRole('button', { name: 'Filter', exact: true }).click();
  await place.getByRole('button', { name: new RegExp(`^${filter}: `) }).click();
  const values = place.getByRole('group', { name: filter, exact: true });
  const named = new RegExp(`^${value}(?: \\([\\d,]+\\))?$`);
  await values.getByRole('button', { name: named }).click();
}

/** Opens the import of a directory list. */
export async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

/** From the list of Collectives to the page of the first one of a type. */
export async function openCollective(page: Page, type: string): Promise<void> {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: type, exact: true }) });
  await row.first().getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Dispatch' })).toBeVisible();
}

/** Opens the page of a Collective of a type, and the tab with its Entities. */
export async function openEntitiesOf(page: Page, type: string): Promise<void> {
  await openCollective(page, type);
  await page.getByRole('tab', { name: 'Entities', exact: true }).click();
  await expect(page.getByRole('table', { name: /Entities/ })).toBeVisible();
}

/** Chooses from the menu of everything beside the primary and secondary action of a page. */
export async function chooseMore(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('group', { name: 'More actions' }).getByRole('button', { name }).click();
}

/**
 * The session is lost, which a press of the button finds out, if no read of the page does so first.
 * Ends on the page of signing in.
 */
export async function loseSession(page: Page, button: Locator): Promise<void> {
  await page.context().clearCookies();
  const signedOut = () => new URL(page.url()).pathname === '/sign-in';
  await expect(async () => {
    if (!signedOut()) await button.click({ timeout: 1000 });
    await expect.poll(signedOut).toBe(true);
  }).toPass();
}

/** Opens the dispatch dialog, chooses a Command and goes on to the review step. */
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
 * Overrides warnings with a reason and types the name of the Collective, where either is asked for.
 * Waits for the dry run, which names the warnings.
 */
export async function passWarnings(page: Page): Promise<void> {
  await expect(page.getByText('The dry run is still loading.')).toHaveCount(0);
  const override = page.getByRole('checkbox', { name: /^Override/ });
  if (await override.isVisible()) {
    await override.check();
    const reason = page.getByLabel(/^Reason for the override/);
    if ((await reason.inputValue()) === '') await reason.fill('A test repeats itself');
  }
  await confirmByName(page);
}

/** Types the name of the Collective, where that is asked for. */
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

/** Signs in as an operator and goes as far as the review of a Command to the demo world's Fleet. */
export async function reviewOnFleet(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  verb: string,
): Promise<void> {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await reviewCommand(page, verb);
}
