import { expect, type Locator, type Page } from '@playwright/test';
import { z } from '../../src/contract/zod.ts';

/** More stops than any page has. */
const MOST_STOPS = 150;

/** Whether an element has the focus. */
export const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift and Tab, until something has the focus; fails if the keyboard cannot reach it. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

const Tree = z.object({
  nodes: z
    .array(
      z.object({
        role: z.object({ value: z.string() }).optional(),
        name: z.object({ value: z.string() }).optional(),
      }),
    )
    .min(1),
});

/**
 * Walks through a page with Tab, from its top until it begins again.
 * @returns role and accessible name of each stop, as the browser tells assistive technology, and whether a button
 *   or a link shows that it has the focus
 */
async function stopsOf(page: Page): Promise<{ role: string; name: string; isSeen: boolean }[]> {
  const session = await page.context().newCDPSession(page);
  const stops: { role: string; name: string; isSeen: boolean }[] = [];
  await page.evaluate(() => {
    for (const seen of document.querySelectorAll('[data-walked]')) {
      seen.removeAttribute('data-walked');
    }
  });
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const isNew = await page.evaluate(() => {
      const now = document.activeElement;
      if (now === null || now === document.body || now.hasAttribute('data-walked')) return false;
      now.setAttribute('data-walked', '');
      return true;
    });
    if (!isNew && stops.length > 0) break;
    if (!isNew) continue;
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'document.activeElement',
    });
    const [node] = Tree.parse(
      await session.send('Accessibility.getPartialAXTree', {
        objectId: result.objectId ?? '',
        fetchRelatives: false,
      }),
    ).nodes;
    const isSeen = await page.evaluate(() => {
      const now = document.activeElement;
      return !now?.matches('a, button') || getComputedStyle(now).outlineStyle !== 'none';
    });
    const [role, name] = [node?.role?.value ?? '', node?.name?.value.trim() ?? ''];
    stops.push({ role, name, isSeen });
  }
  await session.detach();
  return stops;
}

/** Every stop has a name and shows that it has the focus, and the walk reached the main control of the page. */
export async function expectNamedStops(page: Page, among: readonly RegExp[]): Promise<void> {
  const stops = await stopsOf(page);
  expect(stops.filter(({ name }) => name === '')).toEqual([]);
  expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
  for (const name of among) {
    expect(
      stops.some((stop) => name.test(stop.name)),
      String(name),
    ).toBe(true);
  }
}
