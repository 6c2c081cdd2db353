import type { Locator, Page } from '@playwright/test';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { fillPath } from '../src/contract/paths.ts';
import { firstForm } from '../src/domain/reports/definition-form.ts';
import { linkOf } from '../src/domain/reports/definition-link.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { loseSession } from './support/steps.ts';

const STRANGER = 'aaaaaaaa-0000-4000-8000-00000000dead';

const makeButton = (page: Page) => page.getByRole('button', { name: 'Make the report' });
/** The summary of the scope, with its number of Entities. */
const scopeButton = (page: Page) =>
  page.getByRole('button', { name: / · [\d,]+ Entit|^No Entity chosen/, includeHidden: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Entities of the report' });
const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' });

/** The number of Entities in scope, once counted. */
async function countOf(page: Page): Promise<number> {
  await expect(scopeButton(page)).toHaveText(/ · [\d,]+ Entit/);
  const words = await scopeButton(page).innerText();
  return Number(words.replace(/^.* · /, '').replace(/\D/g, ''));
}

/** Opens the choice of Entities. */
async function chooseEntities(page: Page): Promise<void> {
  await scopeButton(page).click();
  await expect(sheet(page)).toBeVisible();
}

/** The numbers of the figures, without the text below each. */
async function numbersIn(part: Locator): Promise<string[]> {
  const texts = await part.locator('dl').first().locator('dd').allInnerTexts();
  return texts.map((text) => text.split('\n')[0] ?? '');
}

/** The figures, once they match the choices. */
async function figuresOf(page: Page): Promise<string[]> {
  await expect(page.getByText(/^All \d+ Entities read$/)).toBeVisible({ timeout: 60_000 });
  await expect(answerOf(page)).toHaveAttribute('aria-busy', 'false');
  return numbersIn(answerOf(page));
}

/** The ids of Entities whose names contain some words, and of one Collective. */
async function idsOf(gridhelm: Gridhelm, words: string): Promise<string[]> {
  const client = await new OperatorClient(gridhelm.origin).signIn();
  const { path, answer } = CONSOLE_ROUTES.entities;
  const { entities } = await client.read(answer, `${path}?q=${encodeURIComponent(words)}`);
  return entities.map(({ id }) => id);
}

/** Gives the solar farm a tag, as an administrator does. */
async function tagSolarFarm(gridhelm: Gridhelm, tag: string): Promise<void> {
  const client = await new OperatorClient(gridhelm.origin).signIn('administrator');
  const { path, answer } = CONSOLE_ROUTES.collectives;
  const { collectives } = await client.read(answer, path);
  const farm = collectives.find(({ type }) => type === 'SolarFarm');
  const edit = CONSOLE_ROUTES.editCollective;
  const url = fillPath(edit.path, { id: farm?.id ?? '' });
  const changed = await client.call(edit.method, url, { body: { tags: [tag] } });
  expect(changed.status).toBe(200);
}

const collective = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Collectives', exact: true }).getByRole('checkbox', { name });
const listRow = (page: Page, table: string, name: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

test('a new report shows figures at once, follows the choices, and is made from what is shown', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/reports/new' });
  const month = await figuresOf(page);
  expect(month[0]).toMatch(/^[\d,]+$/);
  await expect(page.getByRole('table', { name: 'Result by entity' })).toBeVisible();

  await page.getByRole('button', { name: 'Period: Last month' }).click();
  await page.getByRole('button', { name: 'Last week', exact: true }).click();
  await expect(answerOf(page).locator('dl dd').first()).not.toContainText(month[0] ?? '', {
    timeout: 60_000,
  });
  const week = await figuresOf(page);
  await page.getByLabel('Group by').selectOption({ label: 'Day' });
  await expect(
    page.getByRole('table', { name: 'Result by day' }).locator('tbody tr'),
  ).not.toHaveCount(0);
  expect(await figuresOf(page)).toEqual(week);

  await makeButton(page).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);
  await expect(page.getByRole('table', { name: 'Result by day' })).toBeVisible();
  await expect.poll(() => numbersIn(page.getByRole('main'))).toEqual(week);
  await page.goto(`${gridhelm.origin}/reports`);
  // A heading, and one report: drafts are in no list.
  await expect(page.getByRole('table', { name: 'Reports' }).getByRole('row')).toHaveCount(2);
});

test('every kind of scope is counted; a reload keeps it, and its link opens the same', async ({
  page,
  gridhelm,
  browser,
}) => {
  await tagSolarFarm(gridhelm, 'south');
  const [bay = ''] = await idsOf(gridhelm, 'Dordrecht bay');
  // A week has figures sooner than the month of a new report.
  const week = linkOf({ ...firstForm('Europe/Zurich'), period: 'last-week' }).text;
  await signIn(page, gridhelm, { path: `/reports/new?d=${encodeURIComponent(week)}` });
  await expect(makeButton(page)).toBeEnabled();
  await chooseEntities(page);
  await page.getByRole('button', { name: 'Parts of it' }).click();
  await expect(scopeButton(page)).toHaveText('No Entity chosen');
  await collective(page, /Rotterdam Delivery Vans/).check();
  const vans = await countOf(page);
  await page.getByRole('group', { name: 'Tags, also of Collectives' }).getByText('south').click();
  await expect.poll(() => countOf(page)).toBeGreaterThan(vans);
  const tagged = await countOf(page);
  await page.getByRole('group', { name: 'Types' }).getByRole('checkbox').first().check();
  await expect.poll(() => countOf(page)).toBeGreaterThanOrEqual(tagged);
  const typed = await countOf(page);
  await page.getByLabel('Ids of the Entities').fill(`${bay}\n${STRANGER}, van-7`);
  await expect(page.getByText(/^1 text is not an id and is left out: van-7/)).toBeVisible();
  await expect(page.getByText(/^1 id is unknown to the directory: aaaaaaaa/)).toBeVisible();
  await expect.poll(() => countOf(page)).toBeGreaterThan(typed);
  const all = await countOf(page);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByLabel('First day').fill('2026-03-01');
  await page.getByLabel('Last day').fill('2026-02-01');
  await expect(page.getByText('The last date is before the first.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(makeButton(page)).toBeDisabled();
  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByLabel('Last day').fill('2026-03-31');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/31 days in Europe\/Zurich/)).toBeVisible();
  await page.getByText('Advanced', { exact: true }).click();
  await expect(page.getByText(/until 1 Apr 2026, 00:00 UTC\+02:00/)).toBeVisible();
  await page.getByLabel('Time zone', { exact: true }).fill('Asia/Kathmandu');
  await expect(page.getByText(/until 1 Apr 2026, 00:00 UTC\+05:45/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Site time' }).check();
  await page.getByRole('radio', { name: /split between periods/ }).check();
  await page.getByLabel('Group by').selectOption({ label: 'Month' });
  const heights = ['Huge energy, from', 'Implausible battery, from'].map(async (label) => {
    const box = await page.getByLabel(label).locator('..').boundingBox();
    return box?.height;
  });
  expect(new Set(await Promise.all(heights)).size).toBe(1);
  await page.getByLabel('Huge energy, from').fill('90,5');
  await expect(page).toHaveURL(/90%2C5/);

  await page.reload();
  expect(await countOf(page)).toBe(all);
  await chooseEntities(page);
  // An address holds valid ids only.
  await expect(page.getByLabel('Ids of the Entities')).toHaveValue(`${bay}\n${STRANGER}`);
  await page.getByRole('button', { name: 'Done' }).click();

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, gridhelm);
  await colleague.goto(page.url());
  expect(await countOf(colleague)).toBe(all);
  await chooseEntities(colleague);
  await expect(colleague.getByLabel('Ids of the Entities')).toHaveValue(`${bay}\n${STRANGER}`);
  await colleague.getByRole('button', { name: 'Done' }).click();
  await expect(colleague.getByLabel('Time zone', { exact: true })).toHaveValue('Asia/Kathmandu');
  await expect(colleague.getByRole('button', { name: 'Period: 1–31 Mar 2026' })).toBeVisible();
  await expect(colleague.getByRole('checkbox', { name: 'Site time' })).toBeChecked();
  await expect(colleague.getByLabel('Huge energy, from')).toHaveValue('90,5');
  await colleague.context().close();

  // The session ends meanwhile: after signing in again everything is still there.
  await loseSession(page, makeButton(page));
  await page.getByRole('button', { name: /as operator/i }).click();
  expect(await countOf(page)).toBe(all);
  await chooseEntities(page);
  await expect(page.getByLabel('Ids of the Entities')).toHaveValue(`${bay}\n${STRANGER}`);
  await page.getByRole('button', { name: 'Done' }).click();
  await makeButton(page).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);
  await page.goto(`${gridhelm.origin}/reports`);
  const run = page.getByRole('table', { name: 'Reports' }).getByRole('row').nth(1);
  await expect(run.getByText('1 Mar 2026 to 31 Mar 2026')).toBeVisible();
  await expect(run.getByText(/time of each site, else Asia\/Kathmandu/)).toBeVisible();
});

test('a definition is saved, changed in versions, duplicated, run and deleted', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/reports/new' });
  await chooseEntities(page);
  await page.getByRole('button', { name: 'Parts of it' }).click();
  await collective(page, /Alentejo/).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(makeButton(page)).toBeEnabled();
  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByRole('button', { name: 'Last week' }).click();
  await page.getByRole('button', { name: 'Save and share' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sun of the week');
  await page.getByRole('button', { name: 'Save the definition' }).click();
  await expect(page.getByText(/is saved as version 1/)).toBeVisible();
  await expect(page).toHaveURL(/\/reports\/new\?saved=[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('button', { name: 'UTC', exact: true }).click();
  await expect(page).toHaveURL(/d=/);
  await page.getByRole('button', { name: 'Save and share' }).click();
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText(/is saved as version 2/)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('link', { name: 'Reports' }).first().click();
  const row = listRow(page, 'Saved definitions', 'Sun of the week');
  await expect(row.getByText(/1 Collective; Last week; UTC/)).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate Sun of the week' }).click();
  const copy = page.getByRole('button', { name: 'Delete Copy of Sun of the week' });
  await copy.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the definition' }).click();
  await expect(copy).toHaveCount(0);

  await page.getByRole('button', { name: 'Run Sun of the week now' }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);
  await page.goto(`${gridhelm.origin}/reports`);
  const run = listRow(page, 'Reports', 'Sun of the week');
  await expect(run.getByText(/Complete|Partial/)).toBeVisible({ timeout: 60_000 });

  await page.getByRole('link', { name: 'Edit Sun of the week' }).click();
  await chooseEntities(page);
  await expect(collective(page, /Alentejo/)).toBeChecked();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save and share' }).click();
  await expect(page.getByText('Nothing has changed since version 2.')).toBeVisible();
  await page.goto(`${gridhelm.origin}/reports`);
  const saved = listRow(page, 'Saved definitions', 'Sun of the week');
  await saved.getByRole('button', { name: 'Delete Sun of the week' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the definition' }).click();
  await expect(saved).toHaveCount(0);

  // The run keeps its name, and can be deleted alone.
  await run.getByRole('button', { name: 'Delete Sun of the week' }).click();
  await expect(page.getByRole('dialog').getByText(/its manifest and its figures/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the report' }).click();
  await expect(run).toHaveCount(0);
});

/** Fills in a new tariff except for its prices. */
async function beginTariff(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'New tariff' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Currency').fill('chf');
  await page.getByLabel('Valid from').fill('2020-01-01');
}

async function saveTariff(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save the tariff' }).click();
  await expect(page.getByText(`“${name}” is saved as version 1.`)).toBeVisible();
}

/** A tariff by weekday and hour, as far as it can be saved. */
async function fillTimeOfUse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'By time of use' }).click();
  const peak = page.getByRole('group', { name: 'Price 1', exact: true });
  await peak.getByLabel('Name of Price 1').fill('peak');
  await peak.getByLabel('CHF per kWh').fill('0.40');
  await peak.getByLabel('From', { exact: true }).fill('07:00');
  await peak.getByLabel('To', { exact: true }).fill('20:00');
  await peak.getByRole('checkbox', { name: 'Sat' }).uncheck();
  await peak.getByRole('checkbox', { name: 'Sun' }).uncheck();
  await page.getByLabel(/^Otherwise/).fill('0.25');
}

test('tariffs of each kind, their versions, and one in a report', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm, { role: 'approver', path: '/reports/tariffs' });
  await expect(page.getByText('There are no tariffs yet.')).toBeVisible();
  await beginTariff(page, 'Flat');
  await page.getByRole('button', { name: 'Save the tariff' }).click();
  await expect(page.getByText(/Enter a price with at most six decimals/)).toBeVisible();
  await expect(page.getByLabel('Price, CHF per kWh')).toBeFocused();
  await page.getByLabel('Price, CHF per kWh').fill('0,27');
  await saveTariff(page, 'Flat');

  await beginTariff(page, 'Registers');
  await page.getByRole('button', { name: 'By register' }).click();
  await page.getByLabel('t1, CHF per kWh').fill('0.3');
  await saveTariff(page, 'Registers');
  await expect(
    listRow(page, 'Tariffs', 'Registers').getByText(/t1 0\.3 CHF\/kWh, t2 no price/),
  ).toBeVisible();

  await beginTariff(page, 'Hours');
  await fillTimeOfUse(page);
  const week = page.getByRole('table', { name: 'Prices of a week' });
  await page.getByLabel('A day of the week to show').fill('2026-01-07');
  await expect(week.getByRole('row', { name: /^Mon/ })).toContainText('07:00–20:00: 0.4');
  await expect(week.getByRole('row', { name: /^Sun/ })).toContainText('00:00–24:00: 0.25');
  await saveTariff(page, 'Hours');

  await page.getByRole('link', { name: 'Change Flat' }).click();
  await page.getByLabel('Last day; empty: until further notice').fill('2026-01-31');
  await page.getByRole('button', { name: 'Add prices for other days' }).click();
  const second = page.getByRole('group', { name: 'Validity 2' });
  await second.getByLabel('Valid from').fill('2026-01-15');
  await expect(page.getByText('Two validities overlap. Give each its own days.')).toBeVisible();
  await second.getByLabel('Valid from').fill('2026-02-01');
  await second.getByLabel('Price, CHF per kWh').fill('0.31');
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText('“Flat” is saved as version 2.')).toBeVisible();
  await page.getByRole('link', { name: 'Versions of Flat' }).click();
  await expect(page.getByRole('heading', { name: 'Version 2: Flat' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Version 1: Flat' })).toBeVisible();
  await expect(page.getByText('0.31 CHF/kWh')).toBeVisible();

  await page.goto(`${gridhelm.origin}/reports/new`);
  await page.getByLabel('Tariff', { exact: true }).selectOption({ label: 'Flat, CHF' });
  await expect(page.getByText(/^Version 2: 0\.31 CHF\/kWh/)).toBeVisible();

  await page.goto(`${gridhelm.origin}/reports/tariffs`);
  await page.getByRole('button', { name: 'Delete Registers' }).click();
  await expect(page.getByRole('dialog').getByText(/keep that version/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the tariff' }).click();
  await expect(listRow(page, 'Tariffs', 'Registers')).toHaveCount(0);
});
