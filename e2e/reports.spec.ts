import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import papa from 'papaparse';
import { cellsOf, unzip } from '../src/operations/reports/testing/read-xlsx.ts';
import { ReportDefinition } from '../src/contract/console/report-definition.ts';
import { ReportManifest, ReportRun } from '../src/contract/console/report-run.ts';
import { SavedTariff } from '../src/contract/console/report-tariff.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { fillPath } from '../src/contract/paths.ts';
import { z } from '../src/contract/zod.ts';
import { formOf } from '../src/domain/reports/definition-form.ts';
import { linkOf } from '../src/domain/reports/definition-link.ts';
import { microsOfText, microsToFixed } from '../src/domain/reports/exact.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { chooseMore } from './support/steps.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';

const COMPLETE_WITHIN_MS = 30_000;

const Fleets = CONSOLE_ROUTES.collectives.answer;
const Fleet = CONSOLE_ROUTES.collective.answer;

/** The Collective of vans of the demo world, with its Entities. */
async function fleetOf(client: OperatorClient) {
  const { collectives } = await client.read(Fleets, CONSOLE_ROUTES.collectives.path);
  const fleet = collectives.find(({ type }) => type === 'Fleet');
  const path = fillPath(CONSOLE_ROUTES.collective.path, { id: fleet?.id ?? '' });
  return await client.read(Fleet, path);
}

/** A report over the last 30 days of some Entities, with a flat tariff. */
async function defined(
  gridhelm: Gridhelm,
  entities: readonly string[],
): Promise<{ client: OperatorClient; definition: ReportDefinition }> {
  const client = await new OperatorClient(gridhelm.origin).signIn('approver');
  const content = {
    name: 'Flat',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    validities: [{ validFrom: '2020-01-01', validTo: null, rate: { kind: 'flat', price: '0.27' } }],
  };
  const body = { id: randomUUID(), content };
  const answer = await client.call('POST', CONSOLE_ROUTES.saveTariff.path, { body });
  const { id, version } = SavedTariff.parse(await answer.json());
  const definition = ReportDefinition.parse({
    scope: { collectives: [], entities, types: [], tags: [] },
    period: { kind: 'preset', preset: 'last-30-days' },
    zone: 'Europe/Zurich',
    siteTime: false,
    boundary: 'start',
    grouping: 'entity',
    tariff: { id, version },
    thresholds: {},
  });
  return { client, definition };
}

/** Starts a report over some vans by a request; returns its address. */
async function begunReport(gridhelm: Gridhelm, count = 8): Promise<{ path: string; id: string }> {
  const looker = await new OperatorClient(gridhelm.origin).signIn('operator');
  const { entities } = await fleetOf(looker);
  const ids = entities.slice(0, count).map(({ id }) => id);
  const { client, definition } = await defined(gridhelm, ids);
  const answer = await client.call('POST', CONSOLE_ROUTES.startReport.path, {
    body: { definition, saved: null },
  });
  const { id } = ReportRun.parse(await answer.json());
  return { path: `/reports/${id}`, id };
}

const complete = (page: Page) =>
  expect(page.getByText(/^All \d+ Entities read$/)).toBeVisible({
    timeout: COMPLETE_WITHIN_MS,
  });
const result = (page: Page) => page.getByRole('table', { name: 'Result by entity' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** The numbers of the totals row, without thousands separators, by column header. */
async function totalsOf(page: Page): Promise<Map<string, string>> {
  await expect(result(page).locator('tfoot')).toContainText('Total');
  const heads = await result(page).locator('thead th').allTextContents();
  const cells = await result(page).locator('tfoot tr').first().locator('td').allTextContents();
  return new Map(heads.map((head, at) => [head, (cells[at] ?? '').replaceAll(',', '')]));
}

/** Presses a download button, and reads the file. */
async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: button }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** The rows of a file below its header, and the positions of its columns. */
function tableIn(records: readonly (readonly string[])[]) {
  const at = records.findIndex((row) => row[0] === 'Entity' && row.length > 5);
  const head = records[at] ?? [];
  const rows = records.slice(at + 1).filter((row) => row.length > 5);
  const isTotal = (row: readonly string[]) => row[0]?.startsWith('Total') === true;
  const column = (begin: string) => head.findIndex((name) => name.startsWith(begin));
  const sum = (begin: string) =>
    rows
      .filter((row) => !isTotal(row))
      .reduce((all, row) => all + (microsOfText(row[column(begin)] ?? '') ?? 0n), 0n);
  return { rows, sum };
}

const Records = z.array(z.array(z.string()));
const csvRecords = (content: Buffer) =>
  Records.parse(
    papa.parse(
      content
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trimEnd(),
    ).data,
  );

test('two Entities fail and one is held: partial, retried, sealed, downloaded', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(180_000);
  const looker = await new OperatorClient(gridhelm.origin).signIn('operator');
  const { entities } = await fleetOf(looker);
  const chosen = entities.slice(0, 8);
  const ids = chosen.map(({ id }) => id);
  const [first = '', second = '', third = ''] = ids;
  const broken = (address: string) => ({
    endpoint: 'listChargeSessions',
    kind: 'status',
    status: 500,
    address,
    errors: [{ code: 'Broken', message: `No disk for ${address}`, description: null }],
  });
  await gridhelm.setFaults([
    broken(first),
    broken(second),
    { endpoint: 'listChargeSessions', kind: 'hold', address: third, count: 1 },
  ]);

  // Defined in the form, filled in by the link.
  const { definition } = await defined(gridhelm, ids);
  const link = encodeURIComponent(linkOf(formOf(definition)).text);
  await signIn(page, gridhelm, { path: '/reports' });
  await page.goto(`${gridhelm.origin}/reports/new?d=${link}`);
  await page.getByRole('button', { name: 'Make the report' }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);

  // While a page is held, partial figures are shown and marked.
  await expect(page.getByText(/^Running: \d of 8 Entities read/)).toBeVisible();
  await expect(page.getByRole('note').getByText(/^Partial: \d of 8 Entities read/)).toBeVisible();
  await expect(result(page).getByText('Total so far')).toBeVisible();

  // Failures show the Service's message.
  await gridhelm.setFaults([broken(first), broken(second)]);
  await expect(page.getByText(/^Partial: 2 Entities could not be read/)).toBeVisible({
    timeout: COMPLETE_WITHIN_MS,
  });
  const failed = page.getByRole('table', { name: 'Entities that could not be read' });
  await expect(failed.getByText(`No disk for ${first}`)).toBeVisible();
  await expect(failed.locator('tbody').getByRole('row')).toHaveCount(2);
  const before = await totalsOf(page);

  // One is retried alone, then the other.
  await gridhelm.setFaults([]);
  await failed
    .getByRole('button', { name: /^Try again: / })
    .first()
    .click();
  await expect(page.getByText(/^Partial: 1 Entity could not be read/)).toBeVisible({
    timeout: COMPLETE_WITHIN_MS,
  });
  await expect(failed.locator('tbody').getByRole('row')).toHaveCount(1);
  await failed.getByRole('button', { name: /^Try again: / }).click();
  await complete(page);
  await expect(page.getByRole('note')).toHaveCount(0);
  await expect(result(page).locator('tbody').getByRole('row')).toHaveCount(8);
  await expect(result(page).getByText('Total', { exact: true })).toBeVisible();
  const totals = await totalsOf(page);
  expect(Number(totals.get('Sessions'))).toBeGreaterThan(Number(before.get('Sessions')));

  // The displayed rows add up to the total.
  const shown = await result(page).locator('tbody tr td:nth-child(3)').allTextContents();
  const added = shown.reduce(
    (all, text) => all + (microsOfText(text.replaceAll(',', '')) ?? 0n),
    0n,
  );
  expect(microsToFixed(added, 2)).toBe(totals.get('Energy, kWh'));
  const hint = await page.locator('dl [title$=" kWh"]').first().getAttribute('title');
  const exact = microsOfText((hint ?? '').replace(' kWh', '').replaceAll(',', ''));
  expect(microsToFixed(exact ?? 0n, 2)).toBe(totals.get('Energy, kWh'));

  // The files, parsed independently, match the screen.
  const csv = await download(page, 'CSV of sessions');
  expect(csv.name).toMatch(/\.csv$/);
  const xlsx = await download(page, 'XLSX of sessions');
  const sheets = unzip(xlsx.content);
  for (const records of [
    csvRecords(csv.content),
    cellsOf(sheets.get('xl/worksheets/sheet2.xml') ?? ''),
  ]) {
    const { sum } = tableIn(records);
    expect(microsToFixed(sum('Sessions in period'), 0)).toBe(totals.get('Sessions'));
    expect(sum('Energy in period')).toBe(exact);
    expect(microsToFixed(sum('Cost in period'), 2)).toBe(totals.get('Cost, CHF'));
  }
  const grouped = tableIn(csvRecords((await download(page, 'CSV by entity')).content));
  expect(grouped.sum('Energy')).toBe(exact);

  // A row leads to its sessions, a session to its fields.
  const row = result(page).locator('tbody').getByRole('row').first();
  const count = Number(await row.locator('td').nth(1).textContent());
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/tab=sessions/);
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(page.getByText(/with these filters/)).toBeVisible();
  await expect(page.getByText('Only those in the totals')).toBeVisible();
  await expect(sessions.locator('tbody tr')).toHaveCount(count);
  await sessions
    .getByRole('button', { name: /^Open the session of/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: 'Charge session' });
  await expect(drawer.getByText('Register t1')).toBeVisible();
  await page.reload();
  await expect(drawer.getByText('Register t1')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Remove the filter Entity/ }).click();
  await expect(page).not.toHaveURL(/entity=/);

  // Anomalies are counted and link to their sessions.
  await tab(page, 'Exceptions').click();
  const outside = page.getByRole('link', { name: 'Belongs to another period' });
  await outside.click();
  await expect(page).toHaveURL(/excluded=outside-period/);
  await expect(sessions.getByText(/In no total: Belongs to another period/).first()).toBeVisible();

  // It is sealed; its manifest has the hash of the seal, and each of its checks holds.
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByRole('button', { name: 'Seal the report' }).click();
  await expect(page.getByText('Sealed', { exact: true })).toBeVisible();
  const manifest = await download(page, 'Manifest as JSON');
  const hash = createHash('sha256').update(manifest.content).digest('hex');
  await expect(
    page.getByRole('button', { name: `Copy the hash of the manifest ${hash}` }),
  ).toBeVisible();
  const { checks } = ReportManifest.parse(JSON.parse(manifest.content.toString('utf8')));
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);

  // Read again, it has the same figures.
  await chooseMore(page, 'Run again');
  await expect(page.getByText(/^The same again of/)).toBeVisible();
  await complete(page);
  await expect(result(page).getByText('Total', { exact: true })).toBeVisible();
  expect((await totalsOf(page)).get('Energy, kWh')).toBe(totals.get('Energy, kWh'));
});

test('stopped and resumed by keyboard alone', async ({ page, gridhelm }) => {
  const first = await begunReport(gridhelm);
  const client = await new OperatorClient(gridhelm.origin).signIn('operator');
  await gridhelm.setFaults([{ endpoint: 'listChargeSessions', kind: 'hold' }]);
  // Run again, everything is read once more, even if already known.
  const again = fillPath(CONSOLE_ROUTES.relateReport.path, { id: first.id });
  const answer = await client.call('POST', again, { body: { kind: 'again' } });
  const path = `/reports/${ReportRun.parse(await answer.json()).id}`;
  await gridhelm.untilHeld();
  await signIn(page, gridhelm, { path });
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Stopped: \d of 8 Entities read/)).toBeVisible();
  await gridhelm.setFaults([]);
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.focus();
  await page.keyboard.press('Enter');
  await complete(page);

  await expect(page.getByRole('figure', { name: /^Energy by weekday and hour/ })).toBeVisible();
  const energy = result(page).getByRole('button', { name: /^Energy/ });
  await energy.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/order=energy/);
  await expect(result(page).getByRole('columnheader', { name: /^Energy/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await tab(page, 'Result').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Sessions')).toBeFocused();
  const open = page.getByRole('button', { name: /^Open the session of/ }).first();
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Charge session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('in print: description, rows and totals, without controls', async ({ page, gridhelm }) => {
  const { path } = await begunReport(gridhelm);
  await signIn(page, gridhelm, { path });
  await complete(page);
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByRole('button', { name: 'Seal the report' }).click();
  await expect(page.getByText('Sealed', { exact: true })).toBeVisible();
  await expect(result(page).getByText('Total', { exact: true })).toBeVisible();
  const totals = await totalsOf(page);
  await page.emulateMedia({ media: 'print' });
  await expect(result(page).getByRole('row')).toHaveCount(10);
  expect((await totalsOf(page)).get('Energy, kWh')).toBe(totals.get('Energy, kWh'));
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByText(/^Sealed by /)).toBeVisible();
  await expect(page.getByRole('tablist')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
});
