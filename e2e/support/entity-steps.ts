import { expect, type Page } from '@playwright/test';
import type { Role } from '../../src/contract/console/session.ts';
import { signIn } from './fixtures.ts';
import type { Gridhelm } from './gridhelm.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { OperatorClient } from './operator-client.ts';

/** Signs in and opens the page of an Entity of the demo world by its address; returns its path. */
export async function openEntity(
  page: Page,
  gridhelm: Pick<Gridhelm, 'origin'>,
  name: RegExp,
  { role = 'operator', search = '' }: { role?: Role; search?: string } = {},
): Promise<string> {
  const client = await new OperatorClient(gridhelm.origin).signIn();
  const { path: list, answer } = CONSOLE_ROUTES.entities;
  const { entities } = await client.read(answer, `${list}?limit=200`);
  const path = `/entities/${entities.find((each) => name.test(each.name ?? ''))?.id ?? ''}`;
  await signIn(page, gridhelm, { role, path: `${path}${search}` });
  await expect(page.getByRole('tablist', { name: 'Parts of the Entity' })).toBeVisible();
  // Until its record is read the title is only an id.
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return path;
}

/** Opens a tab of the page. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
}
