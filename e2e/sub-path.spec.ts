import { createServer, request, type Server } from 'node:http';
import { Gridhelm, freePort } from './support/gridhelm.ts';
import { expect, signInByClick, test } from './support/fixtures.ts';
import { signOut } from './support/steps.ts';

const PATH = '/gridhelm';

/** A proxy that serves the console under a path, and nothing beside it. */
let proxy: Server;
let gridhelm: Gridhelm;
let origin: string;
/** Requests outside of the path. */
const beside: string[] = [];

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}${PATH}`;
  gridhelm = await Gridhelm.start({ PUBLIC_URL: origin });
  proxy = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    if (!url.startsWith(`${PATH}/`)) {
      beside.push(url);
      answer.writeHead(404).end();
      return;
    }
    const target = gridhelm.origin + url.slice(PATH.length);
    const passed = request(target, { method: method ?? 'GET', headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await gridhelm.dispose();
});

test('under a path of a proxy all works: links, a reload, the map; signing out ends the session everywhere, and a signed-out visitor reaches the linked page after signing in', async ({
  page,
}) => {
  await signInByClick(page, { origin });
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/gridhelm\/collectives\/./);
  await page.reload();
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto(`${origin}/map`);
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible();
  const cookies = await page.context().cookies();
  await signOut(page);
  await expect(page).toHaveURL(/\/gridhelm\/sign-in/);
  await page.context().addCookies(cookies);
  await page.goto(`${origin}/schedule`);
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  await page.getByRole('button', { name: 'Other roles' }).click();
  await page.getByRole('button', { name: /as viewer/ }).click();
  await expect(page).toHaveURL(/\/gridhelm\/schedule/);
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
  expect(beside).toEqual([]);
});
