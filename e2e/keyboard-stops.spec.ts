import type { Page } from '@playwright/test';
import { figuresOf } from './support/figures.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { readPlaces, vansOf } from './support/fleet-reads.ts';
import { stopsOf } from './support/keys.ts';
import { OperatorClient } from './support/operator-client.ts';

/** Every stop of a page is checked, one after another. */
test.beforeEach(() => test.setTimeout(150_000));

/** Vans with all kinds of stops between them. */
const SOME = 4;

/** Every stop has a name and shows that it has the focus, and the walk reached the main control of the page. */
async function expectNamedStops(page: Page, among: readonly RegExp[]): Promise<void> {
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

test('each stop of the keyboard has a name: in the dispatch sheet', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await page.getByRole('link', { name: /^Rotterdam Delivery Vans/ }).press('Enter');
  await page.getByRole('button', { name: 'Dispatch' }).press('Enter');
  await expect(page.getByRole('radiogroup', { name: 'Command', exact: true })).toBeVisible();
  await page.getByRole('radio', { name: /^Stop charging/ }).press('Space');
  await expectNamedStops(page, [/charging/i, /^Now/, /^Review/]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Stop charging on/ })).toBeVisible();
  await expect(page.getByText('The dry run is still loading.')).toHaveCount(0);
  await expectNamedStops(page, [/^Stop charging on \d+ Entities$/]);
});

test('each stop of the keyboard has a name: in a report', async ({ page, gridhelm }) => {
  const entities = (await vansOf(gridhelm)).slice(0, SOME).map(({ id }) => id);
  const search = { entities: entities.join('.') };
  await figuresOf(await new OperatorClient(gridhelm.origin).signIn(), search);
  await signIn(page, gridhelm, { path: `/reports/new?entities=${search.entities}` });
  const chart = page
    .getByRole('figure', { name: /^Energy per day/ })
    .getByRole('application')
    .first();
  await expect(chart).toBeVisible();
  await expectNamedStops(page, [/^Energy per day/, /^Figures$/, /^Seal/]);
});

test('each stop of the keyboard has a name: on the map', async ({ page, gridhelm }) => {
  const vans = (await vansOf(gridhelm)).slice(0, SOME);
  await readPlaces(
    gridhelm,
    vans.map(({ id }) => id),
  );
  await signIn(page, gridhelm, { path: '/map' });
  const map = page.getByRole('application', { name: /^Map of/ });
  await expect(map.getByRole('button').first()).toBeVisible();
  await expectNamedStops(page, [/^Map of/, /^Filter$/, /Zoom in/i]);
});
