import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { preview } from 'vite';
import { expectSound, WHOLE_PAGE_RULES } from './support/sound.ts';
import { freePort } from './support/gridhelm.ts';

const ROOT = path.dirname(import.meta.dirname);
const ENDING = '.stories.tsx';

const files = readdirSync(path.join(ROOT, 'src', 'web'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length).replaceAll(path.sep, '/'))
  .toSorted();
const folders = new Set(files.map((file) => path.posix.dirname(file)));

/** Longest that the states of one file may take, in ms. */
const FILE_MS = 90_000;

/** The built gallery, loaded once per worker: loading took a third of the time. */
const test = base.extend<object, { gallery: { page: Page; broken: string[] } }>({
  gallery: [
    async ({ browser }, use, { project }) => {
      const port = await freePort();
      const configFile = path.join(ROOT, '.config', 'vite.gallery.config.ts');
      const server = await preview({
        configFile,
        logLevel: 'warn',
        preview: { port, host: '127.0.0.1' },
      });
      const { locale, timezoneId } = project.use;
      const context = await browser.newContext({ locale, timezoneId });
      const page = await context.newPage();
      const broken: string[] = [];
      page.on('pageerror', (error) => broken.push(error.message));
      page.on('console', (said) => said.type() === 'error' && broken.push(said.text()));
      await page.goto(`http://127.0.0.1:${port}/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await use({ page, broken });
      await context.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
});

/** Every state has drawn more than its name, in place or over the page, and has done its press. */
async function expectDrawn(page: Page, alone: boolean): Promise<void> {
  await expect(page.locator('[data-pressing]')).toHaveCount(0);
  const drawn = page.locator('main > section > :nth-child(2)');
  const over = page.getByRole('dialog').or(page.getByRole('group')).or(drawn);
  if (alone) await expect(over.last()).toBeVisible();
  else await expect(page.locator('main > section:not(:has(> :nth-child(2)))')).toHaveCount(0);
}

/** Shows another state without loading the gallery again. */
async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

test.describe.configure({ mode: 'parallel' });

for (const folder of folders) {
  test(`every state in ${folder} is accessible, wide and on a phone, in light and dark`, async ({
    gallery: { page, broken },
  }) => {
    const ids = files.filter((file) => path.posix.dirname(file) === folder);
    test.setTimeout(FILE_MS * ids.length);
    const pictures = process.env['GALLERY_PICTURES'];
    for (const id of ids) {
      const address = `?${new URLSearchParams({ id }).toString()}`;
      await show(page, address);
      const links = page.getByRole('list', { name: `States of ${id}` });
      await expect(links.or(page.locator(`main[data-view="${id}"]`)).first()).toBeVisible();
      const states = await links.getByRole('link').allTextContents();
      for (const state of states.length === 0 ? [null] : states) {
        if (state !== null)
          await show(page, `${address}&${new URLSearchParams({ state }).toString()}`);
        await test.step(`${id} ${state ?? ''}`, async () => {
          await expectDrawn(page, state !== null);
          await expectSound(page, {
            except: WHOLE_PAGE_RULES,
            pictures:
              pictures === undefined
                ? undefined
                : path.join(pictures, [id, state ?? 'all'].join('-').replaceAll(/[ /]/g, '-')),
          });
          expect(broken).toEqual([]);
        });
      }
    }
  });
}

test('a name is cut only once the marks beside it are icons', async ({ gallery: { page } }) => {
  const link = (width: number) => page.getByTestId(`${width} px`).getByRole('link');
  const widthOf = async (width: number) => (await link(width).boundingBox())?.width ?? 0;
  const marks = (width: number) => page.getByTestId(`${width} px`).locator('[title]');
  const open = async (state: string) => {
    const id = 'components/name-with-marks';
    await show(page, `?${new URLSearchParams({ id, state }).toString()}`);
  };
  await open('room for all');
  const whole = await widthOf(480);
  await open('room for icons');
  expect(await widthOf(264)).toBeCloseTo(whole, 0);
  await expect(marks(264).last()).toBeInViewport({ ratio: 1 });
  await open('as in a table');
  expect(await widthOf(176)).toBeGreaterThan(85);
  const [also, gone] = (await marks(176).all()).slice(-2);
  for (const mark of [also, gone]) expect((await mark?.boundingBox())?.width).toBe(16);
  await expect(marks(176).last()).toHaveText('Offboarded');
});
