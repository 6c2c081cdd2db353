import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import {
  loseSession,
  passWarnings,
  reviewCommand,
  reviewOnFleet,
  sendButton,
  signInToCollective,
} from './support/steps.ts';

const sheet = (page: Page) => page.getByRole('dialog');

test('without a connection nothing can be sent; Back leaves the review, then the sheet; a double click sends once and leads to the title of the batch; on a phone Dispatch stays above the bar, and covers nothing at the end of the page', async ({
  page,
  gridhelm,
}) => {
  await reviewOnFleet(page, gridhelm, 'Stop charging');
  await expect(sendButton(page, 'Stop charging')).toBeEnabled();
  await page.context().setOffline(true);
  await expect(sendButton(page, 'Stop charging')).toBeDisabled();
  await expect(sheet(page).getByText(/^This browser is offline\. Sending waits/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(sendButton(page, 'Stop charging')).toBeEnabled();

  const entry = () => page.evaluate(() => JSON.stringify(history.state));
  const before = await entry();
  await page.goBack();
  await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
  // The sheet returns to its entry of the history; until then another Back would be ignored.
  await expect.poll(entry).toBe(before);
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/collectives\/[0-9a-f-]{36}$/);

  await reviewCommand(page, 'Stop charging');
  const sent = await gridhelm.received('sendCommand');
  await sendButton(page, 'Stop charging').dblclick();
  await expect(page).toHaveURL(/\/batches\//);
  expect((await gridhelm.received('sendCommand')) - sent).toBe(1);
  // The title has the focus, even after the batch was read.
  const title = page.getByRole('heading', { level: 1, name: /^Stop charging on \d+ Entities$/ });
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(title).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Rotterdam' })).toBeVisible();
  expect((await gridhelm.received('sendCommand')) - sent).toBe(1);

  // On a phone: the sent batch is listed at the end of the page.
  await page.setViewportSize({ width: 390, height: 844 });
  const dispatch = page.getByRole('button', { name: 'Dispatch' });
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  // The sent batch is still being followed, so the page may grow after it was scrolled.
  const covered = async () => {
    const lowest = await page.getByRole('tabpanel').evaluate((panel) => {
      panel.ownerDocument.scrollingElement?.scrollTo(0, 1e6);
      return panel.getBoundingClientRect().bottom;
    });
    return lowest - ((await dispatch.boundingBox())?.y ?? 0);
  };
  await expect.poll(covered).toBeLessThanOrEqual(0);
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  await dispatch.click();
  await expect(sheet(page).getByRole('button', { name: 'Review' })).toBeInViewport({ ratio: 1 });
});

test('ignoring cooldowns warns and needs a reason; the last dispatch is copied', async ({
  page,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'Fleet');
  const collective = page.url();
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

  await page.goto(`${collective}?dispatch=1`);
  await page.getByRole('button', { name: 'Templates and last dispatch' }).click();
  await page.getByRole('button', { name: 'Copy the last dispatch' }).click();
  await expect(page.getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
});

test('from any page the sheet asks for the Collective; the palette chooses the Command, all by keyboard', async ({
  page,
  gridhelm,
}) => {
  await signIn(page, gridhelm, { path: '/reports' });
  await page.getByRole('button', { name: 'Dispatch', exact: true }).press('Enter');
  const collective = sheet(page).getByRole('combobox', { name: 'Collective' });
  await expect(collective).toBeFocused();
  await collective.fill('rotterdam');
  await expect(page.getByRole('option', { name: /^Rotterdam Delivery Vans/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByText(/^Rotterdam Delivery Vans · \d+ Entities$/)).toBeVisible();
  await expect(page).toHaveURL(/\/reports\?dispatch=/);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: /^Find a page/ }).fill('stop charging');
  await page.keyboard.press('Enter');
  await expect(collective).toBeFocused();
  await collective.fill('rotterdam');
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByRole('radio', { name: /^Stop charging/ })).toBeChecked();
  await page.getByLabel(/^Reason/).press('Enter');
  await expect(sendButton(page, 'Stop charging')).toBeVisible();
});

test('a wrong value takes the focus with its message, and nothing is sent; a template is saved, used by a colleague on another day, and deleted; the session ends midway, and after signing in the dialog is back with every field', async ({
  page,
  browser,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'SolarFarm');
  const before = await gridhelm.received('sendCommand');
  await page.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  const first = sheet(page).getByRole('radiogroup', { name: 'Command' }).getByRole('radio').first();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('Choose a Command.');
  await page.getByRole('radio', { name: /^Limit feed-in/ }).check();
  await page.getByRole('button', { name: 'Review' }).click();
  const value = sheet(page).getByLabel('Feed-in limit', { exact: true });
  await expect(value).toBeFocused();
  await expect(value).toHaveAccessibleDescription(/^Enter a feed-in limit, for example 5000 W\./);
  await value.fill('9'.repeat(10_000));
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/has 10,?000 characters/)).toBeVisible();
  expect(await gridhelm.received('sendCommand')).toBe(before);

  await page.getByRole('radio', { name: /^Later/ }).check();
  const year = new Date().getUTCFullYear() + 1;
  const set = async (row: number, date: string, time: string, type: string): Promise<void> => {
    await page.getByLabel(`Date of Command ${row}`, { exact: true }).fill(date);
    await page.getByLabel(`Time of Command ${row}`, { exact: true }).fill(time);
    await page.getByLabel(`Type of Command ${row}`, { exact: true }).selectOption(type);
  };
  await set(1, `${year}-06-01`, '11:00', 'LimitFeedIn');
  await page.getByLabel('Feed-in limit of Command 1').fill('3000');
  await page.getByRole('button', { name: 'Add a Command' }).click();
  await set(2, `${year}-06-02`, '16:30', 'Reset');
  await page.getByLabel(/^Reason/).fill('Congestion at noon');
  await page.getByRole('button', { name: 'Templates and last dispatch' }).click();
  const name = page.getByLabel(/^Save this dispatch/);
  await name.fill('Noon limit');
  await name.press('Enter');
  await expect(page.getByText('Saved: Noon limit')).toBeVisible();

  const colleague = await (await browser.newContext()).newPage();
  await signInToCollective(colleague, gridhelm, 'SolarFarm', { role: 'administrator' });
  await colleague.getByRole('button', { name: 'Dispatch' }).click();
  await colleague.getByRole('button', { name: 'Templates and last dispatch' }).click();
  await colleague.getByLabel('Planned ones start on').fill(`${year}-07-10`);
  await colleague.getByRole('button', { name: 'Use Noon limit' }).click();
  await expect(colleague.getByLabel('Date of Command 1')).toHaveValue(`${year}-07-10`);
  await expect(colleague.getByLabel('Feed-in limit of Command 1')).toHaveValue('3000');
  await expect(colleague.getByLabel('Date of Command 2')).toHaveValue(`${year}-07-11`);
  await expect(colleague.getByLabel('Time of Command 2')).toHaveValue('16:30');
  await expect(colleague.getByLabel(/^Reason/)).toHaveValue('Congestion at noon');
  await colleague.context().close();

  await page.getByRole('button', { name: 'Delete Noon limit' }).click();
  const remove = page.getByRole('button', { name: 'Delete the template Noon limit' });
  await loseSession(page, remove);
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  await page.getByRole('button', { name: /as operator/i }).click();
  await expect(page).toHaveURL(/\/collectives\/.*dispatch=1/);
  await page.getByRole('button', { name: 'Templates and last dispatch' }).click();
  await page.getByRole('button', { name: 'Delete Noon limit' }).click();
  await remove.click();
  await expect(page.getByRole('button', { name: 'Use Noon limit' })).toHaveCount(0);
  // Input stays throughout.
  await expect(page.getByLabel('Feed-in limit of Command 1')).toHaveValue('3000');
  await expect(page.getByLabel('Time of Command 2')).toHaveValue('16:30');
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Congestion at noon');
  expect(await gridhelm.received('sendCommand')).toBe(before);
});
