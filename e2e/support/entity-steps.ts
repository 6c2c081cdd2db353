import { expect, type Page } from '@playwright/test';
import type { Role } from '../../src/contract/console/session.ts';
import { signIn } from './fixtures.ts';
import type { Gridhelm } from './gridhelm.ts';
import { openEntitiesOf } from './steps.ts';

/** Signs in and opens the page of an Entity of the demo world's Fleet; returns the path of its page. */
export async function openEntity(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  name: RegExp,
  role: Role = 'operator',
): Promise<string> {
  await signIn(page, gridhelm, { role });
  await openEntitiesOf(page, 'Fleet');
  await page
    .getByRole('table', { name: /Entities/ })
    .getByRole('link', { name })
    .first()
    .click();
  await expect(page.getByRole('tablist', { name: 'Parts of the Entity' })).toBeVisible();
  // Until its record is read the title is only an id.
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Opens a tab of the page. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
}
