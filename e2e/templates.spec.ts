import { expect, test } from './support/fixtures.ts';
import { openSentBatch, signInToCollective } from './support/steps.ts';

test('a template is saved, used by a colleague on another day, and deleted', async ({
  page,
  browser,
  gridhelm,
}) => {
  await signInToCollective(page, gridhelm, 'SolarFarm');
  await page.getByRole('button', { name: 'Dispatch' }).click();
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
  await page.getByRole('button', { name: 'Delete the template Noon limit' }).click();
  await expect(page.getByRole('button', { name: 'Use Noon limit' })).toHaveCount(0);
  // Input stays throughout.
  await expect(page.getByLabel('Time of Command 2')).toHaveValue('16:30');
});

test('the last dispatch is copied', async ({ page, gridhelm }) => {
  await openSentBatch(page, gridhelm, 'StartCharging');
  const link = page.getByRole('main').locator('a[href^="/collectives/"]').first();
  const collective = `${gridhelm.origin}${(await link.getAttribute('href')) ?? ''}`;

  await page.goto(`${collective}?dispatch=1`);
  await page.getByRole('button', { name: 'Templates and last dispatch' }).click();
  await page.getByRole('button', { name: 'Copy the last dispatch' }).click();
  await expect(page.getByRole('radio', { name: /^Start charging/ })).toBeChecked();
});
