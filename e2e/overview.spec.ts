import { expect, signIn, test } from './support/fixtures.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { sendToCollective } from './support/steps.ts';

test('sign-in leads to the Overview, which follows a dispatch from elsewhere without a reload', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/' });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();

  await sendToCollective(gridhelm, 'Fleet', 'StartCharging');
  const row = page.getByRole('row', { name: /^Rotterdam Delivery Vans/ });
  await expect(row.getByRole('link', { name: 'Start charging' })).toBeVisible();
  await gridhelm.finishDevices();
  // How many verify depends on the hour; most do.
  await expect(page.getByRole('figure', { name: 'Commands per day, by status' })).toContainText(
    /Verified [1-9]\d/,
    { timeout: 40_000 },
  );

  // The answer to another dispatch is lost, and its Commands cannot be looked for.
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).not.toContainText('Outcome unknown');
  await gridhelm.setFaults([
    { endpoint: 'sendCommand', kind: 'reset-after', count: 1 },
    { endpoint: 'listCommands', kind: 'status', status: 503 },
  ]);
  await sendToCollective(gridhelm, 'VirtualPowerPlant', 'StopCharging');
  await expect(attention).toContainText('Outcome unknown', { timeout: 40_000 });
  await gridhelm.setFaults([]);
  // A notification in the lower corner reports the batch that just ended.
  const notices = page.getByRole('button', { name: /^Dismiss: Done: / });
  // All at once: a success message disappears while the next one is pressed.
  await notices.evaluateAll((all) => {
    for (const each of all) if (each instanceof HTMLElement) each.click();
  });
  // The checklist of a new installation ends with the first dispatch.
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
  await row.getByRole('link', { name: 'Dispatch to Rotterdam Delivery Vans' }).click();
  await expect(page).toHaveURL(/\/collectives\/.*dispatch=1/);
});

test('the first read of the fleet starts automatically, and the Overview updates without scrolling', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const gridhelm = await Gridhelm.start({ FLEET_POLICY: 'locations=24h' });
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        let all = Number(sessionStorage.getItem('shifts') ?? 0);
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') all += entry.value;
        }
        sessionStorage.setItem('shifts', String(all));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await signIn(page, gridhelm, { path: '/' });
    const figures = page.locator('dl');
    await expect(figures).toContainText(/[\d,.]+ [kM]Wh/, { timeout: 60_000 });
    const energy = page.getByRole('figure', { name: 'Energy per day, by Collective' });
    await expect(
      energy.getByRole('listitem').filter({ hasText: 'Rotterdam Delivery Vans' }),
    ).not.toHaveCount(0);
    const row = page.getByRole('row', { name: /^Rotterdam Delivery Vans/ });
    await expect(row).toContainText(/[kM]Wh/);
    await expect(page.getByRole('application', { name: 'Map of the fleet' })).toBeVisible({
      timeout: 60_000,
    });

    // The progress line of the first read stays once everything is read: nothing below it moves.
    await expect(page.getByRole('region', { name: 'Reading the fleet' })).toContainText(
      /^The first read of the fleet is complete/,
      { timeout: 60_000 },
    );
    const shifts = await page.evaluate(() => Number(sessionStorage.getItem('shifts')));
    expect(shifts).toBeLessThanOrEqual(0.01);
    // The Collectives begin on the first screen of a common window.
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
    await expect(row).toBeInViewport({ ratio: 1 });
    // The icons of the figures are fully visible, however wide the number beside them is.
    const pictures = page.locator('dl').first().getByRole('figure');
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(pictures).toHaveCount(2);
      for (const picture of await pictures.all()) {
        await expect(picture).toBeInViewport({ ratio: 1 });
        expect((await picture.boundingBox())?.width).toBeGreaterThan(40);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Open the map' }).click();
    await expect(page).toHaveURL(/\/map\?colour=outcome/);
  } finally {
    await gridhelm.dispose();
  }
});

test('an attention item is hidden for a day', async ({ page, gridhelm }) => {
  await gridhelm.setFaults([
    { endpoint: 'sendCommand', kind: 'reset-after', count: 1 },
    { endpoint: 'listCommands', kind: 'status', status: 503 },
  ]);
  await sendToCollective(gridhelm, 'Fleet', 'StopCharging');
  await signIn(page, gridhelm, { path: '/' });
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const unknown = attention
    .getByRole('listitem')
    .filter({ hasText: /Outcome unknown.*Stop charging on Rotterdam Delivery Vans/ });
  await unknown.getByRole('button', { name: 'Hide for a day: Outcome unknown' }).click({
    timeout: 40_000,
  });
  await expect(unknown).toHaveCount(0);
  await page.reload();
  await expect(attention).toBeVisible();
  await expect(unknown).toHaveCount(0);
});
