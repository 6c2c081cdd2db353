import { expect, test as base, type Page } from '@playwright/test';
import { CONSOLE_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import type { Role } from '../../src/contract/console/session.ts';
import { Gridhelm } from './gridhelm.ts';
import { keepStill } from './keep-still.ts';

interface WorkerFixtures {
  /** The Gridhelm of a spec file: the running one, or a replacement. */
  gridhelmOf: (file: string) => Promise<Gridhelm>;
}

interface TestFixtures {
  /**
   * A running Gridhelm (demo world) shared by the tests of one file only. Before each test its service is healed
   * of faults, and the cooldowns of its devices have passed.
   */
  gridhelm: Gridhelm;
  /** Fails a test in which the page broke its Content-Security-Policy or threw. Nothing in it is animated. */
  quietPage: undefined;
}

const COOLDOWNS_PAST_MS = 90_000;

const START_MS = 90_000;

/** Tests with one Gridhelm per file. */
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
      const gridhelm = await gridhelmOf(file);
      await gridhelm.setFaults([]);
      await gridhelm.advanceClock(COOLDOWNS_PAST_MS);
      await use(gridhelm);
      await gridhelm.setFaults([]);
    },
    { timeout: START_MS },
  ],
  quietPage: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(error.message));
      await page.context().addInitScript(keepStill);
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
