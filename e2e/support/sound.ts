import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { checkTexts, CONTRAST_RULES } from './contrast.ts';
import { keepStill } from './keep-still.ts';

declare global {
  interface Window {
    axe: typeof axe;
    /** The last document seen by `isSameDocument`. */
    documentBefore?: string;
  }
}

/** Rules about a page as a whole: a page of the gallery holds many views, each with its own title. */
export const WHOLE_PAGE_RULES = [
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'page-has-heading-one',
];
const ALL_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules of axe whose answer the size of the window can change while the document stays the same. */
const SIZE_RULES = ['target-size', 'scrollable-region-focusable'] as const;

/** Without comments it is half as long for each page to take in. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDE = { width: 1280, height: 800 } as const;
/** A desk of 1440 x 900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 } as const;
const PHONE = { width: 390, height: 844 } as const;

async function prepare(page: Page): Promise<void> {
  await page.evaluate(keepStill);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
}

/** Zero violations, and proof that the check itself worked. */
function expectNothingFound({
  violations,
  incomplete,
}: Pick<AxeResults, 'violations' | 'incomplete'>): void {
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`,
  );
  expect(found).toEqual([]);
  const thrown = incomplete.flatMap((rule) =>
    rule.nodes
      .flatMap((node) => [...node.any, ...node.all, ...node.none])
      .filter((check) => check.id === 'error-occurred'),
  );
  expect([...incomplete.filter(({ id }) => id === 'error-occurred'), ...thrown]).toEqual([]);
}

/** The colours of the current page are legible. */
async function expectLegible(page: Page): Promise<void> {
  const { looks, ...found } = await checkTexts(page);
  expectNothingFound(found);
  expect(looks.length).toBeGreaterThan(0);
}

/** The page passes rules of axe. @returns how many of them applied to something */
async function expectPasses(page: Page, options: RunOptions): Promise<number> {
  const { passed, ...found } = await page.evaluate(
    async (asked) => {
      const { passes, violations, incomplete } = await window.axe.run(document, asked);
      return { passed: passes.length, violations, incomplete };
    },
    // Passing rules list one node each: describing all of them takes most of the time.
    { ...options, resultTypes: ['violations', 'incomplete'] } satisfies RunOptions,
  );
  expectNothingFound(found);
  return passed;
}

async function expectStructureSound(page: Page, except: readonly string[]): Promise<void> {
  const passed = await expectPasses(page, {
    runOnly: { type: 'tag', values: ALL_TAGS },
    rules: {
      // Experimental in axe: who speaks to a page says what is written on a button.
      'label-content-name-mismatch': { enabled: true },
      ...Object.fromEntries([...CONTRAST_RULES, ...except].map((id) => [id, { enabled: false }])),
    },
  });
  expect(passed).toBeGreaterThan(0);
}

/**
 * Zero violations of WCAG 2.2 AA on the current page.
 * @param rules `except`: ids of axe rules that are skipped
 */
export async function expectAccessible(
  page: Page,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<void> {
  await prepare(page);
  await expectLegible(page);
  await expectStructureSound(page, except);
}

/** Whether the document, with its visible parts, is the same as at the last call. */
async function isSameDocument(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const visible = [...document.body.querySelectorAll('*')].map((element) =>
      element.checkVisibility({ visibilityProperty: true }) ? '1' : '0',
    );
    const before = window.documentBefore;
    window.documentBefore = `${document.body.innerHTML} ${visible.join('')}`;
    return window.documentBefore === before;
  });
}

async function switchScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const drawn = () => page.evaluate(() => document.documentElement.dataset['scheme']);
  await expect.poll(drawn).toBe(colorScheme);
}

interface SoundOptions {
  /** Waits for the effects of a new size, before the checks. */
  ready?: () => Promise<void>;
  /** Skipped rules of axe. */
  except?: readonly string[];
  /** Start of a file name: each check saves a screenshot for people. */
  pictures?: string | undefined;
}

/**
 * The current page is accessible and not too wide, on a phone and on a desk, in light and in dark. It is
 * switched in place, not visited again; it ends wide and light. In dark only colours are checked, since the
 * document is the same. If the document is the same at both widths, only rules that depend on size run again.
 */
export async function expectSound(
  page: Page,
  { ready = async () => {}, except = [], pictures }: SoundOptions = {},
): Promise<void> {
  const photograph = async (name: string) => {
    if (pictures === undefined) return;
    await page.screenshot({ path: `${pictures}-${name}.png`, fullPage: true });
  };
  const resize = async (size: { width: number; height: number }) => {
    await page.setViewportSize(size);
    await ready();
    await expectNoSidewaysScroll(page);
  };
  await resize(PHONE);
  await prepare(page);
  await expectLegible(page);
  await expectStructureSound(page, except);
  await photograph('phone-light');
  await isSameDocument(page);
  await switchScheme(page, 'dark');
  await expectLegible(page);
  await photograph('phone-dark');

  await resize(ZOOMED);
  await resize(WIDE);
  await expectLegible(page);
  await photograph('wide-dark');
  await switchScheme(page, 'light');
  await expectLegible(page);
  await photograph('wide-light');
  if (await isSameDocument(page))
    await expectPasses(page, { runOnly: { type: 'rule', values: [...SIZE_RULES] } });
  else await expectStructureSound(page, except);
}

/** The page is not wider than its window, once it has drawn itself for that. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(excess).toBeLessThanOrEqual(0);
}
