import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
} from '../src/contract/console/directory.ts';
import { IDEMPOTENCY_HEADER } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../src/contract/feature.ts';
import { fillPath } from '../src/contract/paths.ts';
import { sealedReport } from './support/reports.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readPlaces } from './support/fleet-reads.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { expectNamedStops } from './support/keys.ts';
import { OperatorClient } from './support/operator-client.ts';
import { expectNoSidewaysScroll, expectSound } from './support/sound.ts';

/** One record of each kind that has a page. */
interface Known {
  collective: string;
  entity: string;
  dispatch: string;
  bulk: string;
  report: string;
}

/** The address of each page, by that of its route. The gallery covers its states. */
const PAGES: Readonly<Record<string, (known: Known) => string>> = {
  '/audit': () => '/audit',
  '/batches/$dispatchId': ({ dispatch }) => `/batches/${dispatch}`,
  '/batches': () => '/batches',
  '/bulk/$runId': ({ bulk }) => `/bulk/${bulk}`,
  '/bulk': () => '/bulk',
  '/catalogue': () => '/catalogue',
  '/collectives/$collectiveId': ({ collective }) => `/collectives/${collective}`,
  '/collectives': () => '/collectives',
  '/entities/$entityId': ({ entity }) => `/entities/${entity}`,
  '/entities': () => '/entities',
  '/': () => '/',
  '/help': () => '/help',
  '/map': () => '/map',
  '/offboarding': () => '/offboarding',
  '/reports': () => '/reports',
  // One Entity has all that the whole fleet has.
  '/reports/new': ({ entity }) => `/reports/new?entities=${entity}`,
  '/reports/sealed/$id': ({ report }) => `/reports/sealed/${report}`,
  '/reports/tariffs': () => '/reports/tariffs',
  '/schedule': () => '/schedule',
  '/settings/console': () => '/settings/console',
  '/settings/fleet': () => '/settings/fleet',
  '/settings/operators': () => '/settings/operators',
  '/settings': () => '/settings',
  $: () => '/no/such/page',
};

/** Pages whose stops of the keyboard are walked, with some that must be among them. */
const STOPS: Readonly<Record<string, readonly RegExp[]>> = {
  '/reports/new': [/^Energy per day/, /^Figures$/, /^Seal/],
  '/map': [/^Map of/, /^Filter$/, /Zoom in/i],
};

/** A desk of 1440 x 900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };
const NARROW = { width: 320, height: 640 };

/** Starts a dispatch and a bulk change, and seals a report, so each page has something to show. */
async function begin({ origin }: Pick<Gridhelm, 'origin'>): Promise<Known> {
  const client = await new OperatorClient(origin).signIn();
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  const idOf = (kind: string) => collectives.find(({ type }) => type === kind)?.id ?? '';
  const collective = idOf('Fleet');
  const { entities } = await client.read(
    DirectoryCollectiveDetail,
    fillPath(CONSOLE_ROUTES.collective.path, { id: collective }),
  );
  const entity = entities[0]?.id ?? '';
  // A few have every kind of stop on the map.
  await readPlaces(
    { origin },
    entities.slice(0, 4).map(({ id }) => id),
  );
  const [dispatch, bulk] = [randomUUID(), randomUUID()];
  const command = { type: 'StopCharging', value: null };
  const sent = await client.dispatch(idOf('VirtualPowerPlant'), command, {
    [IDEMPOTENCY_HEADER]: dispatch,
  });
  expect(sent.status).toBe(201);
  const started = await client.call('POST', CONSOLE_ROUTES.startBulk.path, {
    body: {
      id: bulk,
      chosenBy: 'one Entity',
      change: { kind: 'feature', feature: CAPTURE_CHARGE_SESSIONS, enabled: true },
      items: [{ entityId: entity }],
    },
  });
  expect(started.ok).toBe(true);
  const { id } = await sealedReport(client, { entities: entity });
  return { collective, entity, dispatch, bulk, report: id };
}

test('every page is accessible and has one heading, wide and on a phone, in light and dark; no tab scrolls sideways at 200 % zoom or 320 px wide', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(240_000);
  const ready = () => expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const check = (name: string) => test.step(name, () => expectSound(page, { ready }));
  await page.goto(`${gridhelm.origin}/sign-in`);
  await check('sign-in');

  const table = path.join(import.meta.dirname, '..', 'src', 'web', 'routes', 'routes.tsx');
  const routes = [...readFileSync(table, 'utf8').matchAll(/\.\.\.inApp,[^}]*?path: '([^']+)'/g)];
  expect(Object.keys(PAGES).toSorted()).toEqual(
    routes.map(([, address = '']) => address).toSorted(),
  );
  const known = await begin(gridhelm);
  await signIn(page, gridhelm);
  const heading = page.getByRole('heading', { level: 1 });
  // Two routes may show the same page: it is checked once.
  const pages = new Map(
    Object.entries(PAGES).map(([name, addressOf]) => [addressOf(known), name] as const),
  );
  for (const [address, name] of pages) {
    // By a link, as in the console: loading it for each page took a third of the time.
    const before = (await heading.textContent()) ?? '';
    await page.evaluate((to) => history.pushState(null, '', to), address);
    await expect(heading).not.toHaveText(before);
    await expect(page.locator('main [aria-label^="Reading "]')).toHaveCount(0);
    await check(name);
    const stops = STOPS[name];
    if (stops !== undefined) await test.step('stops', () => expectNamedStops(page, stops));
    for (const tab of await page.getByRole('tab').all()) {
      await page.setViewportSize(ZOOMED);
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(page.locator('main [aria-label^="Reading "]')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(NARROW);
      await expectNoSidewaysScroll(page);
    }
  }
});
