import { LIVE_PATH, PROXY_PREFIX } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { BatchList } from '../src/contract/console/batch.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { Relay } from './support/relay.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { reviewOnFleet, sendButton, waitForFinalTally } from './support/steps.ts';
import { until } from './support/until.ts';

/** A Gridhelm behind a line that outlives it. */
let relay: Relay;
let gridhelm: Gridhelm;
let inFront: Pick<Gridhelm, 'origin'>;

test.beforeAll(async () => {
  let target = 0;
  relay = await Relay.listen(() => target);
  inFront = { origin: `http://127.0.0.1:${relay.port}` };
  gridhelm = await Gridhelm.start({ PUBLIC_ORIGIN: inFront.origin });
  target = Number(new URL(gridhelm.origin).port);
});
test.afterAll(async () => {
  relay.close();
  await gridhelm.dispose();
});
test.beforeEach(async () => {
  await gridhelm.setFaults([]);
  relay.holds = null;
});

/** All batches, newest first. */
async function batches() {
  const operator = await new OperatorClient(inFront.origin).signIn();
  return (await operator.read(BatchList, CONSOLE_ROUTES.batches.path)).batches;
}

/** What the Service has received and the console has recorded so far. */
const counts = async () => [await gridhelm.received('sendCommand'), (await batches()).length];

test('the page is reloaded before the Service answers: the dispatch goes on, every field is kept, sending again is the same batch', async ({
  page,
}) => {
  const [received = 0, recorded = 0] = await counts();
  await reviewOnFleet(page, inFront, 'Stop charging');
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
  await sendButton(page, 'Stop charging').click();
  await gridhelm.untilHeld();
  // Its request ends with the page.
  await page.reload();
  expect((await batches())[0]?.outcome).toBe('sending');
  await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
  await page.getByRole('button', { name: 'Review' }).click();
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
  await gridhelm.setFaults([]);
  const [batch] = await until(batches, ([newest]) => newest?.outcome !== 'sending');
  expect(batch?.outcome).toBe('accepted');
  await waitForFinalTally(page, gridhelm);
  expect(await counts()).toEqual([received + 1, recorded + 1]);
});

test('another operator signs in in another tab, and no stream tells: the page stops, and its draft stays its operator’s', async ({
  page,
  context,
}) => {
  const before = await counts();
  relay.holds = `GET ${LIVE_PATH}`;
  const stopCharging = page.getByRole('radio', { name: /^Stop charging/ });
  await reviewOnFleet(page, inFront, 'Stop charging');
  const path = new URL(page.url()).pathname;
  const other = await context.newPage();
  await signIn(other, inFront, { role: 'administrator' });

  // Without the stream, which ends with the session, the press of a button finds out, or a read before that.
  const stopped = page.getByRole('alert').filter({ hasText: 'You are now signed in as' });
  const titles = /^(Sign in to Gridhelm|Another operator is signed in)$/;
  const noticed = page.getByRole('heading', { name: titles }).or(stopped).first();
  await expect(async () => {
    if (!(await noticed.isVisible()))
      await sendButton(page, 'Stop charging').click({ timeout: 1000 });
    await expect(noticed).toBeVisible();
  }).toPass();
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(stopped).toContainText(
    'You are now signed in as Tomasz Nowak in this browser. Nothing was done. This page was opened by Jonas Verbeek',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('link', { name: 'Reload the page' }).click();
  await expect(page).toHaveURL(inFront.origin + path);
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await expect(stopCharging).not.toBeChecked();
  expect(await counts()).toEqual(before);

  await signIn(page, inFront, { path });
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await expect(stopCharging).toBeChecked();
});

// Last, since its unknown outcome is a warning of every later dispatch.
test('the server is killed after reading the dispatch and the request is repeated: one batch', async ({
  page,
}) => {
  const [, recorded = 0] = await counts();
  const sent = `POST ${PROXY_PREFIX}/v1/collectives/`;
  const before = relay.sent(sent);
  await reviewOnFleet(page, inFront, 'Stop charging');
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
  await sendButton(page, 'Stop charging').click();
  await gridhelm.untilHeld();
  await gridhelm.end('SIGKILL');
  await gridhelm.start();
  await expect.poll(() => relay.sent(sent)).toBe(before + 2);

  // The second copy meets the intent of the first: its outcome is unknown, nothing is sent.
  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
  await expect(page.getByText('Outcome unknown').first()).toBeVisible();
  expect(await gridhelm.received('sendCommand')).toBe(0);
  const all = await batches();
  expect(all).toHaveLength(recorded + 1);
  expect(all[0]?.outcome).toBe('unknown');
});
