import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { fillPath } from '../src/contract/paths.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import {
  openCollective,
  passWarnings,
  reviewOnFleet,
  sendButton,
  signInToCollective,
} from './support/steps.ts';

test('a double click sends once and leads to the title of the batch; going back does not send again', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  const before = await gridhelm.received('sendCommand');
  await sendButton(page, 'Stop charging').dblclick();
  await expect(page).toHaveURL(/\/batches\//);
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
  // The title has the focus, even after the batch was read.
  const title = page.getByRole('heading', { level: 1, name: /^Stop charging on \d+ Entities$/ });
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(title).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Rotterdam' })).toBeVisible();
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('Enter never sends, Space does; the Service acts but its answer is lost: outcome unknown, sent once', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Start charging');
  const before = await gridhelm.received('sendCommand');
  const button = sendButton(page, 'Start charging');
  await button.press('Enter');
  await button.press('Enter');
  await expect(button).toBeEnabled();
  expect(await gridhelm.received('sendCommand')).toBe(before);
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'reset-after' }]);
  await button.press('Space');
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByText('Outcome unknown').first()).toBeVisible();
  await expect(page.getByText(/Nothing is sent again automatically/)).toBeVisible();
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);
});

test('the Service refuses: its message is shown, every field is kept', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'SolarFarm');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByLabel('Feed-in limit').fill('5000');
  await page.getByLabel(/^Reason/).fill('Congestion in the valley');
  await page.getByRole('button', { name: 'Review' }).click();
  const errors = [{ code: 'locked', message: 'This farm is locked until noon', description: null }];
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'status', status: 409, errors }]);
  await passWarnings(page);
  await page.getByRole('button', { name: /^Limit feed-in to 5,000 W on \d+ Entities$/ }).click();
  await expect(page.getByText(/This farm is locked until noon/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Feed-in limit')).toHaveValue('5000');
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Congestion in the valley');
});

test('ignoring cooldowns warns and needs a reason', async ({ page, gridhelm }) => {
  await signInToCollective(page, gridhelm, 'Fleet');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('radio', { name: /^Stop charging/ }).check();
  await page.getByRole('checkbox', { name: 'Ignore cooldowns' }).check();
  await expect(page.getByText(/may not execute/)).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(sendButton(page, 'Stop charging')).toHaveCount(0);
  await page.getByLabel(/^Reason/).fill('Grid emergency');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Ignored', { exact: true })).toBeVisible();
  await passWarnings(page);
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByText('Grid emergency')).toBeVisible();
});

test('requests from the page: a replay is one batch, no key is 400, another body is 422', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  // No unknown outcome on this Collective blocks the dispatch.
  await openCollective(page, 'Solar farm');
  const collectiveId = /collectives\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  const path = `${PROXY_PREFIX}${fillPath(ENDPOINTS.sendCommand.path, { collectiveId })}`;
  const post = async (type: string, key: string | null) =>
    await page.evaluate(
      async ([url, body, intent, header]) => {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Gridhelm': '1',
            ...(intent === '' ? {} : { [header]: intent }),
          },
          body,
        });
        return { status: answer.status, body: await answer.text() };
      },
      [path, JSON.stringify({ type, value: null }), key ?? '', IDEMPOTENCY_HEADER] as const,
    );

  const before = await gridhelm.received('sendCommand');
  const key = randomUUID();
  const first = await post('Reset', key);
  const again = await post('Reset', key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toBe(first.body);
  expect((await post('Reset', null)).status).toBe(400);
  expect((await post('StopFeedIn', key)).status).toBe(422);
  expect((await gridhelm.received('sendCommand')) - before).toBe(1);

  await page.goto(`${gridhelm.origin}/batches`);
  const links = page.getByRole('table').getByRole('link', { name: 'Reset' });
  await expect(links.first()).toBeVisible();
  await page.goto(`${gridhelm.origin}/batches/${key}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Reset on/ })).toBeVisible();
});
