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

test('the header of a sortable column of numbers ends where its numbers end', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await page.goto(`${gridhelm.origin}/collectives`);
  const table = page.getByRole('table', { name: 'Collectives' });
  const header = table.getByRole('columnheader', { name: 'Entities' });
  const at = await header.evaluate((cell) =>
    [...(cell.parentElement?.children ?? [])].indexOf(cell),
  );
  const cell = table.locator('tbody').getByRole('row').first().getByRole('cell').nth(at);
  expect(Math.abs((await textEnd(header)) - (await textEnd(cell)))).toBeLessThan(1);
});

test('the chosen tab is in view on a phone, also after a reload', async ({ page, gridhelm }) => {
  const address = await openEntity(page, gridhelm, /^Van 01/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${gridhelm.origin}${address}?tab=offboarding`);
  await page.reload();
  const chosen = page.getByRole('tab', { name: 'Offboarding' });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await expect(chosen).toBeInViewport({ ratio: 1 });
});

test('a wide window centres a page, and a list uses all of it', async ({ page, gridhelm }) => {
  const window = { width: 2560, height: 1000 };
  await page.setViewportSize(window);
  await signIn(page, gridhelm);
  await page.goto(`${gridhelm.origin}/settings`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const rail = (await page.locator('header').first().boundingBox())?.width ?? 0;
  const main = await page.getByRole('main').boundingBox();
  expect(main?.width).toBe(1680);
  expect(main?.x).toBeCloseTo(rail + (window.width - rail - 1680) / 2, 0);
  await page.goto(`${gridhelm.origin}/entities`);
  const table = await page.getByRole('table', { name: 'Entities' }).boundingBox();
  expect(table?.width).toBeGreaterThan(2200);
});
