import { expect, test as base, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { CONSOLE_HEADER, CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import type { Role } from '../../src/contract/console/session.ts';
import { Gridhelm } from './gridhelm.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

interface WorkerFixtures {
  /** The Gridhelm of a spec file: the one that runs, or a new one in its place. */
  gridhelmOf: (file: string) => Promise<Gridhelm>;
}

interface TestFixtures {
  /** A running Gridhelm (demo world) that the tests of one file share and no other file has touched. */
  gridhelm: Gridhelm;
  /** Heals the service of faults and lets the cooldowns of its devices pass before each test. */
  restedFleet: undefined;
  /** Fails a test in which the page broke its Content-Security-Policy or threw. */
  quietPage: undefined;
}

const COOLDOWNS_PAST_MS = 90_000;

const START_MS = 90_000;

/** Tests with a Gridhelm of their file's own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  gridhelmOf: [
    async ({}, use) => {
      const kept = new Map<string, Gridhelm>();
      const disposeAll = async () => {
        for (const gridhelm of kept.values()) await gridhelm.dispose();
        kept.clear();
      };
      await use(async (file) => {
        const running = kept.get(file);
        if (running !== undefined) return running;
        await disposeAll();
        const gridhelm = await Gridhelm.start();
        kept.set(file, gridhelm);
        return gridhelm;
      });
      await disposeAll();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  gridhelm: [
    async ({ gridhelmOf }, use, { file }) => {
      await use(await gridhelmOf(file));
    },
    { timeout: START_MS },
  ],
  restedFleet: [
    async ({ gridhelm }, use) => {
      await gridhelm.setFaults([]);
      await gridhelm.advanceClock(COOLDOWNS_PAST_MS);
      await use(undefined);
      await gridhelm.setFaults([]);
    },
    { auto: true },
  ],
  quietPage: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(error.message));
      await use(undefined);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens the console and signs in with one click; ends on the list of Collectives. */
export async function signInByClick(page: Page, gridhelm: Pick<Gridhelm, 'origin'>): Promise<void> {
  await page.goto(`${gridhelm.origin}/collectives`);
  await page.getByRole('button', { name: /as operator/i }).click();
  await expect(page).toHaveURL(`${gridhelm.origin}/collectives`);
}

/** Signs in as a demo operator by a request, and opens a page. */
export async function signIn(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  options: { role?: Role; path?: string } = {},
): Promise<void> {
  const { role = 'operator', path = '/collectives' } = options;
  const { method, path: route } = CONSOLE_ROUTES.demoSignIn;
  const answer = await page.request.fetch(`${gridhelm.origin}${route}`, {
    method,
    headers: { [CONSOLE_HEADER.name]: CONSOLE_HEADER.value, Origin: gridhelm.origin },
    data: { role },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${gridhelm.origin}${path}`);
}

/** Ends what fades or slides at once: half a colour has no contrast. */
async function settleMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
}

/** Rules that the colour scheme can change: all else is in the document, which is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
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

/**
 * Zero violations of WCAG 2.2 AA, and proof that the check itself did not fall over.
 * @param rules `runOnly`: those that are asked, absent: all; `except`: those that are not
 */
export async function expectAccessible(
  page: Page,
  { runOnly, except = [] }: { runOnly?: string[]; except?: readonly string[] } = {},
): Promise<void> {
  await settleMotion(page);
  const runs =
    runOnly === undefined
      ? { type: 'tag' as const, values: ALL_TAGS }
      : { type: 'rule' as const, values: runOnly };
  const options: RunOptions = {
    runOnly: runs,
    rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])),
    // What passes is told by one node each: describing all of them takes most of the time.
    resultTypes: ['violations', 'incomplete'],
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, incomplete, passes } = await page.evaluate(
    async (asked) => await window.axe.run(document, asked),
    options,
  );
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`,
  );
  expect(found).toEqual([]);
  const errors = incomplete.filter((rule) => 'error-occurred' === rule.id);
  const thrown = incomplete.flatMap((rule) =>
    rule.nodes
      .flatMap((node) => [...node.any, ...node.all, ...node.none])
      .filter((check) => check.id === 'error-occurred'),
  );
  expect([...errors, ...thrown]).toEqual([]);
  const contrast = passes.find((rule) => rule.id === 'color-contrast');
  expect(contrast?.nodes.length ?? 0).toBeGreaterThan(0);
}

async function switchScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme);
}

const WIDE = { width: 1280, height: 800 } as const;
const PHONE = { width: 390, height: 844 } as const;

interface SoundOptions {
  /** Waits for what a size changes, before it is looked at. */
  ready?: () => Promise<void>;
  /** Rules of axe that are not asked. */
  except?: readonly string[];
  /** Start of a file name: each look is photographed for people. */
  pictures?: string | undefined;
}

/**
 * The page as it stands is accessible and not too wide, on a desk and on a phone, in light and in dark.
 * It is switched where it stands, not visited again; it ends wide and light.
 */
export async function expectSound(
  page: Page,
  { ready = async () => {}, except = [], pictures }: SoundOptions = {},
): Promise<void> {
  const photograph = async (name: string) => {
    if (pictures === undefined) return;
    await page.screenshot({ path: `${pictures}-${name}.png`, fullPage: true });
  };
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    await ready();
    await expectNoSidewaysScroll(page);
    await switchScheme(page, 'dark');
    await expectAccessible(page, { runOnly: COLOUR_RULES });
    await photograph(`${size.width}-dark`);
    await switchScheme(page, 'light');
    await expectAccessible(page, { except });
    await photograph(`${size.width}-light`);
  }
}

/** The page is not wider than its window, once it has drawn itself for that. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(excess).toBeLessThanOrEqual(0);
}
