import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { fillPath } from '../src/contract/paths.ts';
import { expect, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { signInToCollective } from './support/steps.ts';
import { expectAccessible } from './support/sound.ts';

const HOUR = 3_600_000;

/** Schedules Commands on the Fleet from the page itself, and opens their batch. */
async function openSchedule(
  page: Page,
  gridhelm: Gridhelm,
  hours: readonly number[],
): Promise<string> {
  await signInToCollective(page, gridhelm, 'Fleet');
  const collectiveId = /collectives\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  const url = `${PROXY_PREFIX}${fillPath(ENDPOINTS.scheduleCommands.path, { collectiveId })}`;
  const id = randomUUID();
  const body = hours.map((hour) => ({
    type: 'StopCharging',
    value: null,
    triggerTime: new Date(Math.ceil(Date.now() / HOUR + hour) * HOUR).toISOString(),
  }));
  const status = await page.evaluate(
    async ([path, text, key, header]) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Gridhelm': '1', [header]: key },
        body: text,
      });
      return answer.status;
    },
    [url, JSON.stringify(body), id, IDEMPOTENCY_HEADER] as const,
  );
  expect(status).toBe(201);
  await page.goto(`${gridhelm.origin}/batches/${id}`);
  return id;
}

test('a sweep over a schedule: named, stopped, reloaded, resumed, and fully accounted for', async ({
  page,
  gridhelm,
}) => {
  test.setTimeout(150_000);
  await openSchedule(page, gridhelm, [30, 54]);
  await page.getByRole('button', { name: 'Cancel open Commands' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel 120 open Commands?' });
  await expect(dialog.getByText(/The soonest triggers/)).toBeVisible();
  await dialog.getByLabel('Reason (optional)').fill('Plan was withdrawn');
  const confirm = dialog.getByRole('button', { name: 'Cancel 120 open Commands' });
  await gridhelm.setFaults([{ endpoint: 'cancelCommand', kind: 'hold' }]);
  await confirm.press('Enter');
  await expect(confirm).toBeEnabled();
  await confirm.press('Space');
  await gridhelm.untilHeld();

  const sweep = page.getByRole('region', { name: 'Cancellation' });
  await expect(sweep.getByText(/Canceling, soonest first/)).toBeVisible();
  await sweep.getByRole('button', { name: 'Stop canceling' }).click();
  await expect(sweep.getByText(/^Stopped/)).toBeVisible();
  await page.reload();
  await expect(sweep.getByText(/^Started.*Plan was withdrawn/)).toBeVisible();
  // Requests in flight land, and the rest are held again.
  await gridhelm.setFaults([{ endpoint: 'cancelCommand', kind: 'hold' }]);
  await sweep.getByRole('button', { name: /^Resume with \d+ Commands$/ }).click();
  await gridhelm.untilHeld();
  await expect(sweep.getByText(/Canceling, soonest first/)).toBeVisible();
  await page.reload();
  await expect(sweep.getByText(/Canceling, soonest first/)).toBeVisible();
  await gridhelm.setFaults([]);
  await expect(sweep.getByText(/^Finished: all 120 Commands/)).toBeVisible({ timeout: 60_000 });
  await expect(sweep.getByText(/120 canceled/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Canceled 60 100 %/ })).toBeVisible();
  await sweep.getByRole('button', { name: 'Show the Commands' }).click();
  await expect(sweep.getByRole('table', { name: 'Results' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel open Commands' })).toBeDisabled();
});

test('one planned item, and one single Command, are canceled alone', async ({ page, gridhelm }) => {
  await openSchedule(page, gridhelm, [102, 126]);
  const planned = page.getByRole('table', { name: 'Planned Commands' });
  await planned
    .getByRole('button', { name: /^Cancel 60: Stop charging/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Cancel 60 open Commands' }).click();
  const sweep = page.getByRole('region', { name: 'Cancellation' });
  await expect(sweep.getByText(/^Finished: all 60 Commands/)).toBeVisible({ timeout: 60_000 });
  await planned.getByRole('button', { name: 'Stop charging', exact: true }).last().click();
  await expect(page).toHaveURL(/item=1/);
  await expect(page.getByRole('button', { name: /^Pending 60 100 %/ })).toBeVisible();

  await page
    .getByRole('button', { name: /^History of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel this Command' }).click();
  await expect(dialog.getByText(/^“Stop charging” on .*, which triggers/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(
    dialog.getByText(/^Canceled: “Stop charging” will not be carried out/),
  ).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Observed changes' })).toContainText('Canceled');
  await expectAccessible(page);
});
