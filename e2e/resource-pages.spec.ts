import type { Page } from '@playwright/test';
import { openEntity } from './support/entity-steps.ts';
import { expect, expectSound, test } from './support/fixtures.ts';

/** Each page and dialog with what shows that it is there. */
const PAGES: readonly { path: string; ready: (page: Page) => Promise<void> }[] = [
  {
    path: 'ENTITY?tab=offboarding',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Offboard this entity' }).click();
      await expect(page.getByRole('dialog')).toContainText('onboarded anew');
    },
  },
  {
    path: '/offboarding',
    ready: (page) => expect(page.getByText('Antwerpen old heat pump')).toBeVisible(),
  },
  {
    path: '/offboarding?new=1',
    ready: async (page) => {
      const collective = page.getByLabel('Collective', { exact: true });
      await collective.selectOption({ label: 'Rotterdam Delivery Vans' });
      await expect(page.getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    path: 'COLLECTIVE?tab=schedule',
    ready: (page) => expect(page.getByRole('link', { name: /Schedule page/ })).toBeVisible(),
  },
  {
    path: 'COLLECTIVE?tab=members',
    ready: (page) => expect(page.getByText('marieke.de.wit@example.com').first()).toBeVisible(),
  },
  {
    path: 'COLLECTIVE?tab=members#remove',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Remove Marieke de Wit' }).click();
      await expect(page.getByRole('dialog')).toContainText(/knows \d+ Entities/);
    },
  },
];

test('every tab, page and dialog of the resources is accessible, wide and on a phone, in light and dark', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(150_000);
  const entity = await openEntity(page, gridhelm, /^Van 01/, 'administrator');
  const link = page.getByRole('link', { name: 'Rotterdam Delivery Vans' }).first();
  const collective = (await link.getAttribute('href')) ?? '';
  for (const { path, ready } of PAGES) {
    await test.step(path, async () => {
      await page.goto('about:blank');
      const address = path.replace('ENTITY', entity).replace('COLLECTIVE', collective);
      await page.goto(`${gridhelm.origin}${address}`);
      await ready(page);
      await expectSound(page);
    });
  }
});
