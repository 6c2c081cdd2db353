import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { openEntity } from './support/entity-steps.ts';
import { expect, signIn, test } from './support/fixtures.ts';

/** The right edge of the text of an element, in px. */
async function textEnd(element: Locator): Promise<number> {
  return await element.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const text = walker.nextNode();
    if (text !== null) range.selectNodeContents(text);
    return range.getBoundingClientRect().right;
  });
}

test('a list by the size of its window: the header of a sortable column of numbers ends where they end, a wide one is used, tabs and views stay in view on a phone; types are found by brand, with the number of known Entities', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  const table = page.getByRole('table', { name: 'Collectives' });
  const header = table.getByRole('columnheader', { name: 'Entities' });
  const at = await header.evaluate((cell) =>
    [...(cell.parentElement?.children ?? [])].indexOf(cell),
  );
  const cell = table.locator('tbody').getByRole('row').first().getByRole('cell').nth(at);
  expect(Math.abs((await textEnd(header)) - (await textEnd(cell)))).toBeLessThan(1);

  const window = { width: 2560, height: 1000 };
  await page.setViewportSize(window);
  await page.goto(`${gridhelm.origin}/settings`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const rail = (await page.locator('header').first().boundingBox())?.width ?? 0;
  const main = await page.getByRole('main').boundingBox();
  expect(main?.width).toBe(1680);
  expect(main?.x).toBeCloseTo(rail + (window.width - rail - 1680) / 2, 0);
  await page.goto(`${gridhelm.origin}/entities`);
  const entities = await page.getByRole('table', { name: 'Entities' }).boundingBox();
  expect(entities?.width).toBeGreaterThan(2200);

  const address = await openEntity(page, gridhelm, /^Van 01/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${gridhelm.origin}${address}?tab=offboarding`);
  const chosen = page.getByRole('tab', { name: 'Offboarding' });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await expect(chosen).toBeInViewport({ ratio: 1 });

  await page.goto(`${gridhelm.origin}/entities?reads=failing`);
  const views = page.getByRole('navigation', { name: 'Views of the Entities' });
  const current = views.getByRole('link', { name: /^Unreadable/ });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await expect(current).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.setViewportSize({ width: 1280, height: 800 });
  const reads = await gridhelm.received('listEntityTypes');
  await page.goto(`${gridhelm.origin}/catalogue`);
  const types = page.getByRole('table', { name: 'Types that can be onboarded' });
  const rows = types.getByRole('row');
  await expect(rows).toHaveCount(9);
  await expect(types.getByRole('cell', { name: '58', exact: true })).toBeVisible();
  expect(await gridhelm.received('listEntityTypes')).toBeGreaterThan(reads);
  const brands = page.getByRole('list', { name: 'Brands of Charge point' }).getByRole('listitem');
  await expect(brands.filter({ hasText: 'Alfen' })).toHaveText('Alfen: 8');
  await page.getByLabel('Search types and brands').fill('huawei');
  await expect(page).toHaveURL(/q=huawei/);
  await expect(rows).toHaveText([/^Type/, /^Battery/, /^Inverter/, /^Solar plant/]);
  await page.getByLabel('Search types and brands').fill('nobody makes this');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(9);
});

test('a narrow table scrolls sideways, a cut name has the full one as its hint, and five filters stay on one line; several Entities are ticked for a bulk change, and the menu of one leads to its Collective', async ({
  page,
  gridhelm,
}) => {
  await page.setViewportSize({ width: 720, height: 900 });
  await signIn(page, gridhelm, { path: '/entities?cols=name,type,brand,collectives,known,id' });
  const region = page.getByRole('region', { name: 'Entities, scrolls' });
  const table = page.getByRole('table', { name: 'Entities' });
  const link = table.getByRole('link', { name: 'Antwerpen old heat pump' });
  await expect(link).toBeVisible();
  const name = table.getByRole('cell', { name: /^Antwerpen old heat pump/ });
  const before = await name.boundingBox();
  await region.evaluate((box) => box.scrollTo({ left: 200 }));
  expect((await name.boundingBox())?.x).toBe(before?.x);

  // With less room than it needs, the name ends in an ellipsis; its hint is the whole name.
  await link.evaluate((text) => {
    text.style.maxWidth = '80px';
  });
  const { cut, sign } = await link.evaluate((text) => ({
    cut: text.scrollWidth > text.clientWidth,
    sign: getComputedStyle(text).textOverflow,
  }));
  expect({ cut, sign }).toEqual({ cut: true, sign: 'ellipsis' });
  await link.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Antwerpen old heat pump');
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await table.getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  while (!(await link.evaluate((each) => each === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('tooltip')).toHaveText('Antwerpen old heat pump');

  // Filters stay on one line: those that do not fit move into a menu.
  const five = 'type=EV&brand=Tesla&collective=none&health=fine&archived=1';
  await page.goto(`${gridhelm.origin}/entities?${five}`);
  const bar = page.getByRole('search', { name: 'Filters of the Entities' });
  for (const [width, hidden] of [
    [1440, 2],
    [1180, 4],
    [720, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const more = bar.getByRole('button', { name: `${hidden} more filters on` });
    await expect(more).toBeVisible();
    expect((await bar.boundingBox())?.height).toBeLessThan(40);
    await expect(bar.getByRole('button', { name: 'Columns' })).toBeInViewport({ ratio: 1 });
  }
  await bar.getByRole('button', { name: '5 more filters on' }).click();
  await expect(page.getByRole('button', { name: 'Type: EV' })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${gridhelm.origin}/entities?q=van`);
  const boxes = table.getByRole('checkbox', { name: /^Van/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const chosen = page.getByRole('region', { name: 'Chosen Entities' });
  await expect(chosen).toContainText('2 Entities chosen');
  const saved = page.waitForEvent('download');
  await chosen.getByRole('button', { name: 'Download CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  await chosen.getByRole('link', { name: 'Change in bulk' }).click();
  await expect(page).toHaveURL(/\/bulk\?whom=ids/);
  await expect(page.getByLabel('Ids of the Entities')).toHaveValue(/^[\da-f-]{36}\n[\da-f-]{36}$/);

  await page.goBack();
  await table.getByRole('button', { name: 'Actions on Van 01' }).first().click();
  await page.getByRole('link', { name: 'Dispatch to Rotterdam Delivery Vans' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Command', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/entities\?.*dispatch=/);
});
