import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import papa from 'papaparse';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { z } from '../src/contract/zod.ts';
import { microsOfText, microsToFixed } from '../src/domain/reports/exact.ts';
import { figuresOf } from './support/reports.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readFleet, vansOf } from './support/fleet-reads.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { chooseMore, loseSession } from './support/steps.ts';

const STRANGER = 'aaaaaaaa-0000-4000-8000-00000000dead';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const result = (page: Page, by: string) => page.getByRole('table', { name: `Result by ${by}` });
const sessionsTable = (page: Page) => page.getByRole('table', { name: 'Sessions', exact: true });
const scopeButton = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** Some vans of the demo world, once their sessions were read. @returns their ids, as in an address */
async function readVans(gridhelm: Gridhelm, count: number): Promise<string> {
  const vans = await vansOf(gridhelm);
  const entities = vans
    .slice(0, count)
    .map(({ id }) => id)
    .join('.');
  await figuresOf(await new OperatorClient(gridhelm.origin).signIn(), { entities });
  return entities;
}

/** The first row of totals, without thousands separators, by column header. */
async function totalsOf(page: Page, by: string): Promise<Map<string, string>> {
  const table = result(page, by);
  await expect(table.locator('tfoot')).toContainText('Total');
  const heads = await table.locator('thead th').allTextContents();
  const cells = await table.locator('tfoot tr').first().locator('td').allTextContents();
  return new Map(heads.map((head, at) => [head, (cells[at] ?? '').replaceAll(',', '')]));
}

const Records = z.array(z.record(z.string(), z.string()));

/** Saves a file of the report as CSV, and reads its records. */
async function savedRecords(page: Page, button: string) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  return { text, records: Records.parse(papa.parse(text.trimEnd(), { header: true }).data) };
}

const sumOf = (records: z.infer<typeof Records>, column: RegExp) =>
  records.reduce((sum, record) => {
    const name = Object.keys(record).find((each) => column.test(each)) ?? '';
    return sum + (microsOfText(record[name] ?? '') ?? 0n);
  }, 0n);

test('a report opens with figures and follows each choice; Back undoes it, a reload keeps it', async ({
  page,
  gridhelm,
}) => {
  const client = await new OperatorClient(gridhelm.origin).signIn();
  await figuresOf(client, {});
  await signIn(page, gridhelm, { path: '/reports/new' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report of the whole fleet');
  await expect(result(page, 'entity')).toBeVisible();
  const month = await totalsOf(page, 'entity');
  await page.getByRole('button', { name: 'Period: Last month' }).click();
  await page.getByRole('button', { name: 'Last week', exact: true }).click();
  await expect(page).toHaveURL(/period=last-week/);
  await expect
    .poll(async () => (await totalsOf(page, 'entity')).get('Sessions'))
    .not.toBe(month.get('Sessions'));
  const week = await totalsOf(page, 'entity');

  await page.getByLabel('Group by').selectOption({ label: 'Day' });
  await page.getByLabel('then by').selectOption({ label: 'Collective' });
  await expect(page).toHaveURL(/by=day\.collective/);
  await expect(result(page, 'day and collective').locator('tbody tr')).not.toHaveCount(0);
  expect((await totalsOf(page, 'day and collective')).get('Energy, kWh')).toBe(
    week.get('Energy, kWh'),
  );
  await expect(page.getByRole('figure', { name: /^Energy by weekday and hour/ })).toBeVisible();
  await page.goBack();
  await expect(result(page, 'day')).toBeVisible();
  await page.reload();
  expect((await totalsOf(page, 'day')).get('Energy, kWh')).toBe(week.get('Energy, kWh'));

  await page.getByLabel('Compare with').selectOption({ label: 'the period before' });
  await expect(page.getByText(/against|none in/).first()).toBeVisible();

  // What cannot be read is said, and nothing else is shown in its place.
  await page.goto(`${gridhelm.origin}/reports/new?period=last-week&tariffs=garbage`);
  await expect(page.getByText(/does not say what this report is of: tariffs$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show the report without it' }).click();
  await expect(result(page, 'entity')).toBeVisible();
});

test('Entities, rules and a name: a link opens the same, also after the session has ended', async ({
  page,
  gridhelm,
  browser,
}) => {
  await signIn(page, gridhelm, { path: '/reports/new?period=last-week' });
  await scopeButton(page, /^The whole fleet$/).click();
  const sheet = page.getByRole('dialog', { name: 'Entities of the report' });
  await sheet.getByRole('checkbox', { name: /Rotterdam Delivery Vans/ }).check();
  await sheet.getByLabel('Ids of the Entities').fill(`${STRANGER}, van-7`);
  await expect(sheet.getByText(/^1 text is not an id and is left out: van-7/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Show the report' }).click();
  const chosen = /Rotterdam Delivery Vans and 1 listed Entity/;
  await expect(scopeButton(page, chosen)).toBeVisible();

  await page.getByRole('button', { name: /^Rules and prices/ }).click();
  const rules = page.getByRole('dialog', { name: 'Rules and prices' });
  await rules.getByLabel('Time zone', { exact: true }).fill('Asia/Kathmandu');
  await rules.getByRole('radio', { name: /split between periods/ }).check();
  await rules.getByLabel('Duration').fill('0');
  await rules.getByRole('button', { name: 'Show the report' }).click();
  await expect(rules.getByText('Enter a number above zero.')).toBeVisible();
  await rules.getByLabel('Duration').fill('12');
  await rules.getByRole('button', { name: 'Show the report' }).click();
  await expect(page).toHaveURL(/longest=12/);
  await expect(page.getByText(/days in Asia\/Kathmandu/)).toBeVisible();

  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByLabel('First day').fill('2026-03-01');
  await page.getByLabel('Last day').fill('2026-03-31');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/period=2026-03-01_2026-03-31/);

  await chooseMore(page, 'Save as');
  await page.getByLabel('Name', { exact: true }).fill('Vans of March');
  await page.getByRole('button', { name: 'Save the report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vans of March');
  await expect(page).toHaveURL(/\/reports\/new\?saved=[0-9a-f-]{36}$/);

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, gridhelm);
  await colleague.goto(page.url());
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Vans of March');
  await expect(scopeButton(colleague, chosen)).toBeVisible();
  await expect(colleague.getByText(/days in Asia\/Kathmandu/)).toBeVisible();
  await colleague.context().close();

  await loseSession(page, page.getByRole('button', { name: /^Period: / }));
  await page.getByRole('button', { name: /as operator/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vans of March');
  // What undoes a part of a saved report leaves its name.
  await scopeButton(page, chosen).click();
  await sheet.getByLabel('Ids of the Entities').fill('');
  await sheet.getByRole('button', { name: 'Show the report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Report of Rotterdam Delivery Vans',
  );
  await expect(page).toHaveURL(/longest=12/);
});

test('files match the screen; a session is left out with a reason; the report is sealed', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(120_000);
  const entities = await readVans(gridhelm, 8);
  await signIn(page, gridhelm, { path: `/reports/new?entities=${entities}` });
  const totals = await totalsOf(page, 'entity');
  const hint = await page.locator('dl [title$=" kWh"]').first().getAttribute('title');
  const exact = microsOfText((hint ?? '').replace(' kWh', '').replaceAll(',', '')) ?? 0n;
  expect(microsToFixed(exact, 2)).toBe(totals.get('Energy, kWh'));

  await page.getByRole('button', { name: 'Export' }).click();
  const sessions = await savedRecords(page, 'CSV of sessions');
  expect(String(sessions.records.length)).toBe(totals.get('Sessions'));
  expect(sumOf(sessions.records, /^Energy in period$/)).toBe(exact);
  const groups = await savedRecords(page, 'CSV of groups');
  expect(sumOf(groups.records, /^Energy$/)).toBe(exact);
  await page.getByLabel('CSV separator').selectOption({ label: 'Semicolon' });
  const other = await savedRecords(page, 'CSV of groups');
  expect(other.text.split('\n')[0]).toContain(';');
  await page.keyboard.press('Escape');

  // A row leads to its sessions, a session to its fields and to a decision.
  const row = result(page, 'entity').locator('tbody').getByRole('row').first();
  const count = Number(await row.locator('td').nth(1).textContent());
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/sessions\?.*inEntity=/);
  await expect(sessionsTable(page).locator('tbody tr')).toHaveCount(count);
  await page
    .getByRole('button', { name: /^Open the session of/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Charge session' });
  await expect(sheet.getByText('Total energy')).toBeVisible();
  await page.reload();
  await sheet.getByRole('button', { name: 'Leave out' }).click();
  await expect(sheet.getByText('Enter a reason.')).toBeVisible();
  await sheet.getByLabel('Reason').fill('Charged by a visitor');
  await sheet.getByRole('button', { name: 'Leave out' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(sessionsTable(page).locator('tbody tr')).toHaveCount(count - 1);
  await page.getByRole('combobox', { name: 'Sessions' }).selectOption('left-out');
  await expect(sessionsTable(page).getByText(/Left out: Charged by a visitor/)).toBeVisible();
  await page.getByRole('button', { name: /^Remove the filter/ }).click();
  await expect(page).not.toHaveURL(/inEntity=/);

  await tab(page, 'Exceptions').click();
  const reasons = page.getByRole('table', { name: 'Sessions in no total' });
  await expect(reasons.getByRole('row', { name: /Left out by an operator/ })).toContainText('1');
  await reasons.getByRole('link', { name: 'Left out by an operator' }).click();
  await expect(sessionsTable(page).locator('tbody tr')).toHaveCount(1);

  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  const seal = page.getByRole('dialog', { name: /^Seal/ });
  await expect(seal.getByText('Open findings')).toBeVisible();
  await expect(seal.getByText(String(Number(totals.get('Sessions')) - 1))).toBeVisible();
  await seal.getByRole('button', { name: 'Seal the report' }).click();
  await seal.getByRole('link', { name: 'Open the sealed report' }).click();
  await expect(page).toHaveURL(/\/reports\/sealed\/[0-9a-f-]{36}$/);
});

test('sessions that could not be read are named, and read again on request', async ({
  page,
  gridhelm,
}) => {
  const [van] = await vansOf(gridhelm);
  await gridhelm.setFaults([
    { endpoint: 'listChargeSessions', kind: 'status', status: 500, address: van?.id, errors: [] },
  ]);
  const id = van?.id ?? '';
  await readFleet(gridhelm, { resources: ['sessions'], entityIds: [id] });
  await signIn(page, gridhelm, { path: `/reports/new?entities=${id}` });
  const partial = page.getByText(/^Partial: /);
  await expect(partial).toBeVisible();
  await gridhelm.setFaults([]);
  await page.getByRole('button', { name: 'Read them now' }).click();
  await expect(partial).toHaveCount(0, { timeout: 60_000 });
  await expect(result(page, 'entity').locator('tbody tr')).toHaveCount(1);
});

test('statements by line; and the whole page by keyboard', async ({ page, gridhelm }) => {
  const entities = await readVans(gridhelm, 3);
  const client = await new OperatorClient(gridhelm.origin).signIn('approver');
  const tariff = {
    id: 'aaaaaaaa-0000-4000-8000-000000000001',
    content: {
      name: 'Flat',
      currency: 'CHF',
      zone: 'Europe/Zurich',
      periods: [
        {
          from: '2020-01-01',
          energy: { kind: 'flat', price: '0.27' },
          perSession: '0.5',
          perHour: null,
        },
      ],
    },
  };
  const { method, path } = CONSOLE_ROUTES.saveTariff;
  expect((await client.call(method, path, { body: tariff })).ok).toBe(true);
  await signIn(page, gridhelm, { path: `/reports/new?entities=${entities}` });
  await page.getByRole('button', { name: 'Rules and prices' }).press('Enter');
  const rules = page.getByRole('dialog', { name: 'Rules and prices' });
  await rules.getByLabel('Tariff', { exact: true }).selectOption({ label: 'Flat, CHF' });
  await rules.getByRole('button', { name: 'Show the report' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Rules and prices · Flat' })).toBeVisible();
  await expect(
    result(page, 'entity').getByRole('columnheader', { name: 'Cost, CHF' }),
  ).toBeVisible();

  const energy = result(page, 'entity').getByRole('button', { name: /^Energy/ });
  await energy.press('Enter');
  await expect(page).toHaveURL(/order=energy/);
  await expect(
    result(page, 'entity').getByRole('columnheader', { name: /^Energy/ }),
  ).toHaveAttribute('aria-sort', 'descending');
  await tab(page, 'Figures').press('ArrowRight');
  await expect(tab(page, 'Sessions')).toBeFocused();
  await page
    .getByRole('button', { name: /^Open the session of/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('dialog', { name: 'Charge session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tab(page, 'Statements').click();
  const statements = page.getByRole('article');
  await expect(statements).toHaveCount(3);
  const first = statements.first();
  const amounts = await first.locator('tbody tr td:last-of-type').allTextContents();
  const sum = amounts.reduce(
    (all, text) => all + (microsOfText(text.replaceAll(',', '')) ?? 0n),
    0n,
  );
  const total = await first.locator('tfoot td').last().textContent();
  expect(microsToFixed(sum, 2)).toBe((total ?? '').replaceAll(',', ''));
  await page.getByRole('button', { name: 'Each Collective' }).click();
  await expect(page).toHaveURL(/of=collective/);
  await expect(statements.first()).toBeVisible();
});
