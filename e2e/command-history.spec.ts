import type { Page } from '@playwright/test';
import { PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { DirectoryCollectives } from '../src/contract/console/directory.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { CommandBatch } from '../src/contract/command.ts';
import { fillPath } from '../src/contract/paths.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { chooseFilter } from './support/steps.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';

const HOUR_MS = 3_600_000;

/** Plans a Command two hours ahead; returns one of its Entities. */
async function planOne(gridhelm: Pick<Gridhelm, 'origin'>): Promise<string> {
  const operator = await new OperatorClient(gridhelm.origin).signIn();
  const known = await operator.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  const fleet = known.collectives.find(({ type }) => type === 'Fleet');
  if (fleet === undefined) throw new Error('the demo world has no Fleet');
  const path = fillPath(ENDPOINTS.scheduleCommands.path, { collectiveId: fleet.id });
  const triggerTime = new Date(Date.now() + 2 * HOUR_MS + Math.random() * HOUR_MS).toISOString();
  const answer = await operator.call('POST', PROXY_PREFIX + path, {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: [{ type: 'StopCharging', value: null, triggerTime }],
  });
  const batch = CommandBatch.parse(await answer.json());
  return batch.commands[0]?.entityId ?? '';
}

const commands = (page: Page) => page.getByRole('region', { name: 'Commands', exact: true });

test('a planned Command is found, canceled after a confirmation, and stays in the list', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(120_000);
  const entityId = await planOne(gridhelm);
  await signIn(page, gridhelm, { path: `/entities/${entityId}?tab=commands` });
  const block = commands(page);
  await block.getByRole('button', { name: /^Trigger time/ }).click();
  await page.getByRole('button', { name: 'Upcoming' }).click();
  await expect(page).toHaveURL(/commands=ahead/);
  await chooseFilter(block, 'Status', 'Pending');
  await expect(page).toHaveURL(/status=Pending/);
  const pending = block.getByRole('button', { name: 'Cancel “Stop charging”' });
  await expect(pending.first()).toBeVisible();
  const count = await pending.count();

  await pending.first().click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this Command?' });
  await expect(dialog.getByText(/“Stop charging” on .*, which triggers /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(pending).toHaveCount(count);
  await pending.first().click();
  await dialog.getByRole('button', { name: 'Cancel “Stop charging”' }).click();
  await expect(block.getByText(/^Canceled: “Stop charging” will not be carried out/)).toBeVisible();
  await expect(pending).toHaveCount(count - 1);

  await page.reload();
  await expect(block.getByRole('button', { name: 'Status is Pending' })).toBeVisible();
  await chooseFilter(block, 'Status', 'Canceled');
  await expect(block.getByRole('cell', { name: 'Canceled' }).first()).toBeVisible();
});
