import { LIVE_PATH, PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { BatchList } from '../src/contract/console/batch.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { Relay } from './support/relay.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import {
  reviewCommand,
  reviewOnFleet,
  sendButton,
  signInToCollective,
  waitForFinalTally,
} from './support/steps.ts';
import { until } from './support/until.ts';

const batchesOf = async (gridhelm: Pick<Gridhelm, 'origin'>) => {
  const operator = await new OperatorClient(gridhelm.origin).signIn();
  return (await operator.read(BatchList, CONSOLE_ROUTES.batches.path)).batches;
};

test('the server is killed after reading the dispatch and the request is repeated: one batch', async ({
  page,
}) => {
  let target = 0;
  const relay = await Relay.listen(() => target);
  const gridhelm = await Gridhelm.start({ PUBLIC_ORIGIN: `http://127.0.0.1:${relay.port}` });
  target = Number(new URL(gridhelm.origin).port);
  const inFront = { origin: `http://127.0.0.1:${relay.port}` };
  try {
    await reviewOnFleet(page, inFront, 'Stop charging');
    await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
    await sendButton(page, 'Stop charging').click();
    await gridhelm.untilHeld();
    await gridhelm.end('SIGKILL');
    await gridhelm.start();
    await expect.poll(() => relay.sent(`POST ${PROXY_PREFIX}/v1/collectives/`)).toBe(2);

    // The second copy meets the intent of the first: its outcome is unknown, nothing is sent.
    await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
    await expect(page.getByText('Outcome unknown').first()).toBeVisible();
    expect(await gridhelm.received('sendCommand')).toBe(0);
    const { batches } = await new OperatorClient(inFront.origin)
      .signIn()
      .then((operator) => operator.read(BatchList, CONSOLE_ROUTES.batches.path));
    expect(batches).toHaveLength(1);
    expect(batches[0]?.outcome).toBe('unknown');
  } finally {
    relay.close();
    await gridhelm.dispose();
  }
});

test('the page is closed before the Service answers: the dispatch still completes, once', async ({
  browser,
}) => {
  const gridhelm = await Gridhelm.start();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await reviewOnFleet(page, gridhelm, 'Stop charging');
    await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
    await sendButton(page, 'Stop charging').click();
    await gridhelm.untilHeld();
    await context.close();
    expect((await batchesOf(gridhelm))[0]?.outcome).toBe('sending');
    await gridhelm.setFaults([]);
    const [batch] = await until(
      async () => await batchesOf(gridhelm),
      ([newest]) => newest?.outcome !== 'sending',
    );
    expect(batch?.outcome).toBe('accepted');
    expect(await gridhelm.received('sendCommand')).toBe(1);
  } finally {
    await gridhelm.dispose();
  }
});

test('the page is reloaded before the Service answers: every field is kept, sending again is the same batch', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start();
  try {
    await signInToCollective(page, gridhelm, 'Fleet');
    await reviewCommand(page, 'Stop charging');
    await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
    await sendButton(page, 'Stop charging').click();
    await gridhelm.untilHeld();
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
    await page.getByRole('button', { name: 'Review' }).click();
    await sendButton(page, 'Stop charging').click();
    await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
    await gridhelm.setFaults([]);
    await waitForFinalTally(page, gridhelm);
    expect(await gridhelm.received('sendCommand')).toBe(1);
    expect(await batchesOf(gridhelm)).toHaveLength(1);
  } finally {
    await gridhelm.dispose();
  }
});

for (const [live, holds] of [
  ['with the live stream', null],
  ['without it', `GET ${LIVE_PATH}`],
] as const) {
  test(`another operator signs in in another tab, ${live}: the page stops, and its draft stays its operator’s`, async ({
    page,
    context,
  }) => {
    let target = 0;
    const relay = await Relay.listen(() => target);
    relay.holds = holds;
    const inFront = { origin: `http://127.0.0.1:${relay.port}` };
    const gridhelm = await Gridhelm.start({ PUBLIC_ORIGIN: inFront.origin });
    target = Number(new URL(gridhelm.origin).port);
    const stopCharging = page.getByRole('radio', { name: /^Stop charging/ });
    try {
      await reviewOnFleet(page, inFront, 'Stop charging');
      const path = new URL(page.url()).pathname;
      const other = await context.newPage();
      await signIn(other, inFront, { role: 'administrator' });

      // The stream ends with the session; without it, the press of a button finds out.
      if (holds === null) {
        const titles = /^(Sign in to Gridhelm|Another operator is signed in)$/;
        await expect(page.getByRole('heading', { name: titles })).toBeVisible();
        await page.evaluate(() =>
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
        );
      } else await sendButton(page, 'Stop charging').click();
      await expect(page.getByRole('alert')).toContainText(
        'You are now signed in as Tomasz Nowak in this browser. Nothing was done. This page was opened by Jonas Verbeek',
      );
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.getByRole('link', { name: 'Reload the page' }).click();
      await expect(page).toHaveURL(inFront.origin + path);
      await page.getByRole('button', { name: 'Dispatch' }).click();
      await expect(stopCharging).not.toBeChecked();
      expect(await gridhelm.received('sendCommand')).toBe(0);
      expect(await batchesOf(inFront)).toEqual([]);

      await signIn(page, inFront, { path });
      await page.getByRole('button', { name: 'Dispatch' }).click();
      await expect(stopCharging).toBeChecked();
    } finally {
      relay.close();
      await gridhelm.dispose();
    }
  });
}
