import { expect, signIn, test } from './support/fixtures.ts';
import { openCollective, reviewOnFleet, sendButton } from './support/steps.ts';

test('what is under way stays in sight whatever tab is open, and each tab has an address', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'reset-before', count: 1 }]);
  await sendButton(page, 'Stop charging').click();
  await expect(page).toHaveURL(/\/batches\//);
  await gridhelm.setFaults([
    { endpoint: 'listCommands', kind: 'status', status: 503 },
    { endpoint: 'getCommand', kind: 'status', status: 503 },
  ]);
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Rotterdam Delivery Vans', exact: true })
    .first()
    .click();
  const moving = page.getByRole('region', { name: 'Batches under way' });
  for (const [tab, name] of [
    ['Members', 'members'],
    ['Batches', 'batches'],
    ['Schedule', 'schedule'],
    ['Sessions', 'sessions'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`tab=${name}`));
    await expect(moving.getByRole('link', { name: /^Stop charging on \d+/ }).first()).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Batches', exact: true }).click();
  const batches = page.getByRole('table', { name: 'Batches of this Collective' });
  await expect(batches.getByRole('link', { name: 'Stop charging' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Filter them on the Activity page' }).click();
  await expect(page).toHaveURL(/\/batches\?collective=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
});

test('sessions of all Entities are read when asked for; what fails is named and tried again alone', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  await page.getByRole('tab', { name: 'Sessions', exact: true }).click();
  const before = await gridhelm.received('listChargeSessions');
  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  await expect(page).toHaveURL(/range=90d/);
  const read = page.getByRole('button', { name: /^Read the sessions of \d+ Entities$/ });
  await expect(read).toBeVisible();
  expect(await gridhelm.received('listChargeSessions')).toBe(before);

  const errors = [{ code: 'maintenance', message: 'Back at four', description: null }];
  await gridhelm.setFaults([
    { endpoint: 'listChargeSessions', kind: 'status', status: 503, errors, count: 30 },
  ]);
  await read.click();
  const troubled = page.getByRole('region', { name: /not fully read/ });
  await expect(page.getByRole('button', { name: /^Read all \d+ Entities again$/ })).toBeVisible();
  await expect(troubled.getByText(/Back at four/).first()).toBeVisible();
  await expect(page.getByText(/These figures are partial/)).toBeVisible();
  await gridhelm.setFaults([]);
  await troubled.getByRole('button', { name: /^Try / }).click();
  await expect(troubled).toHaveCount(0);
  await expect(page.getByText(/These figures are partial/)).toHaveCount(0);
  await expect(page.getByRole('figure', { name: /^Energy per/ })).toBeVisible();

  // What was read stays while another tab is looked at, and leads to the Entity’s own sessions.
  const asked = await gridhelm.received('listChargeSessions');
  await page.getByRole('tab', { name: 'Members', exact: true }).click();
  await page.getByRole('tab', { name: 'Sessions', exact: true }).click();
  const most = page.getByRole('table', { name: 'Most energy' });
  await expect(most).toBeVisible();
  expect(await gridhelm.received('listChargeSessions')).toBe(asked);
  await most.getByRole('link').first().click();
  await expect(page).toHaveURL(/tab=sessions.*range=90d|range=90d.*tab=sessions/);
});

test('reading sessions can be stopped and gone on with', async ({ page, gridhelm }) => {
  await signIn(page, gridhelm);
  await openCollective(page, 'Fleet');
  const entities = page.getByRole('table', { name: /Entities/ });
  const link = await entities.getByRole('link').first().getAttribute('href');
  const address = /[0-9a-f-]{36}/.exec(link ?? '')?.[0] ?? 'no link';
  await page.getByRole('tab', { name: 'Sessions', exact: true }).click();
  // One Entity is not answered while all others are, until the test says so.
  await gridhelm.setFaults([{ endpoint: 'listChargeSessions', kind: 'hold', address }]);
  await page.getByRole('button', { name: /^Read the sessions of/ }).click();
  await gridhelm.untilHeld();
  await expect(page.getByText(/^Reading: [1-9]\d* of \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(page.getByText(/^Stopped: \d+ of \d+/)).toBeVisible();
  await gridhelm.setFaults([]);
  await page.getByRole('button', { name: /^Read the .* missing$/ }).click();
  await expect(page.getByRole('button', { name: /^Read all \d+ Entities again$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Read the .* missing$/ })).toHaveCount(0);
  await expect(page.getByText(/These figures are partial/)).toHaveCount(0);
});
