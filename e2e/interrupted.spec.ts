import { PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { BatchList } from '../src/contract/console/batch.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { Relay } from './support/relay.ts';
import { expect, test } from './support/fixtures.ts';
import {
  reviewCommand,
  reviewOnFleet,
  sendButton,
  signInToCollective,
  waitForFinalTally,
} from './support/steps.ts';
import { until } from './support/until.ts';

const batchesOf = async (gridhelm: Gridhelm) => {
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
