import { expect, signIn, test } from './support/fixtures.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { sendToCollective } from './support/steps.ts';

test('the first read of the fleet starts automatically, the Overview updates without scrolling, and Fleet data and map have it; it follows a dispatch from elsewhere without a reload, and an item is hidden for a day', async ({
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
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
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
    // One Entity of the demo world is being offboarded: then its places cannot be read.
    await expect(page.getByRole('region', { name: 'Known places' })).toContainText(
      /^Places of (?:(\d+) of \1 Entities|\d+ of \d+ Entities.* · 1 could not be read$)/,
    );
    const mark = { name: /^[\d,]+ Entit(?:y|ies)(?: \([\d,]+ places\))?: / };
    const map = page.getByRole('application', { name: /^Map of/ });
    await expect(map.getByRole('button', mark).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /sync/i })).toHaveCount(0);

    await page.getByRole('link', { name: 'Settings' }).click();
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Fleet data' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fleet data' })).toBeVisible();
    const places = page.getByRole('table', { name: 'Resources' }).getByRole('row', {
      name: /^Locations/,
    });
    await expect(places).toContainText(/\d+ fresh/);
    await expect(places).not.toContainText('never read');
    await expect(page.getByText('Automatic reading is off.')).toHaveCount(0);

    // It follows a dispatch from elsewhere without a reload.
    await page.goto(`${gridhelm.origin}/`);
    await sendToCollective(gridhelm, 'Fleet', 'StartCharging');
    await expect(row.getByRole('link', { name: 'Start charging' })).toBeVisible();
    await gridhelm.finishDevices();
    // How many verify depends on the hour; most do.
    const verified = page.getByText(/^[1-9]\d(?: of \d+| %) verified/).first();
    await expect(verified).toBeVisible({ timeout: 40_000 });

    // The answer to another dispatch is lost, and its Commands cannot be looked for.
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention).not.toContainText('Outcome unknown');
    await gridhelm.setFaults([
      { endpoint: 'sendCommand', kind: 'reset-after', count: 1 },
      { endpoint: 'listCommands', kind: 'status', status: 503 },
    ]);
    await sendToCollective(gridhelm, 'VirtualPowerPlant', 'StopCharging');
    const unknown = attention.getByRole('listitem').filter({ hasText: /Outcome unknown/ });
    await unknown.getByRole('button', { name: 'Hide for a day: Outcome unknown' }).click({
      timeout: 40_000,
    });
    await expect(unknown).toHaveCount(0);
    await page.reload();
    // The part folds if nothing else stands out.
    await expect(row).toBeVisible();
    await expect(unknown).toHaveCount(0);
    await gridhelm.setFaults([]);
    // Notifications in the lower corner report the batch that just ended, and the one of unknown outcome.
    const notices = page.getByRole('button', { name: /^Dismiss: / });
    // All at once: a success message disappears while the next one is pressed.
    await notices.evaluateAll((all) => {
      for (const each of all) if (each instanceof HTMLElement) each.click();
    });
    // The checklist of a new installation ends with the first dispatch.
    await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
    // By keyboard: a further notification may lie over the row.
    await row.getByRole('link', { name: 'Dispatch to Rotterdam Delivery Vans' }).press('Enter');
    await expect(page).toHaveURL(/\?dispatch=/);
    await expect(page.getByRole('radiogroup', { name: 'Command', exact: true })).toBeVisible();
  } finally {
    await gridhelm.dispose();
  }
});
