import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import type { Gridhelm } from './support/gridhelm.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/sound.ts';
import { reviewCommand, signInToCollective } from './support/steps.ts';

/** Says which Commands need an approval, as an administrator. */
async function needApproval(page: Page, gridhelm: Pick<Gridhelm, 'origin'>): Promise<void> {
  await signIn(page, gridhelm, { role: 'administrator', path: '/settings/operators' });
  await page.getByRole('button', { name: 'Change what needs approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'What needs approval' });
  await dialog.getByRole('button', { name: 'Add Commands' }).click();
  await dialog.getByLabel('Command').click();
  await page.getByRole('option', { name: 'Stop charging' }).click();
  await dialog.getByRole('button', { name: 'Change what needs approval' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Stop charging in every Collective')).toBeVisible();
}

/** Asks for a Command to the demo world's Fleet, and ends on its page. */
async function askToStop(page: Page, gridhelm: Pick<Gridhelm, 'origin'>): Promise<string> {
  await signInToCollective(page, gridhelm, 'Fleet');
  await reviewCommand(page, 'Stop charging');
  await expect(page.getByText(/This needs an approval by somebody else/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}$/);
  await expect(
    page.getByText(/It waits for an approver or administrator other than/),
  ).toBeVisible();
  return new URL(page.url()).pathname;
}

test('what an operator asks for is found by an approver, who sees the dry run and approves or refuses it; who asked can withdraw', async ({
  page,
  browser,
  gridhelm,
}) => {
  test.setTimeout(150_000);
  const other = await browser.newContext();
  try {
    const approver = await other.newPage();
    await needApproval(approver, gridhelm);
    const before = await gridhelm.received('sendCommand');
    const first = await askToStop(page, gridhelm);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
    const listed = page.getByRole('table', { name: 'Entities that it would be sent to' });
    await expect(listed.getByRole('row').nth(1)).toContainText('Yes');
    expect(await gridhelm.received('sendCommand')).toBe(before);

    await signIn(approver, gridhelm, { role: 'approver', path: '/' });
    const item = approver.getByRole('listitem').filter({ hasText: 'waits for your approval' });
    await item.getByRole('link', { name: 'Decide' }).click();
    await expect(approver).toHaveURL(`${gridhelm.origin}${first}`);
    await approver.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = approver.getByRole('dialog', {
      name: /^Approve: Stop charging on \d+ Entities/,
    });
    await expect(dialog.getByRole('list', { name: 'Results of the dry run' })).toBeVisible();
    await expect(dialog.getByText(/Running charge sessions end/)).toBeVisible();
    await dialog.getByLabel('Remark').fill('Agreed with the depot');
    await dialog.getByRole('button', { name: 'Approve and send' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(approver.getByRole('region', { name: 'Progress' })).toBeVisible();
    await expect(approver.getByRole('heading', { level: 1 })).toBeFocused();
    // The page of who asked follows by itself.
    await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
    await expect(page.getByText('Agreed with the depot')).toBeVisible();
    expect(await gridhelm.received('sendCommand')).toBe(before + 1);

    await gridhelm.finishDevices();
    const second = await askToStop(page, gridhelm);
    await approver.goto(`${gridhelm.origin}${second}`);
    await approver.getByRole('button', { name: 'Refuse' }).click();
    const refusal = approver.getByRole('dialog', { name: 'Refuse this dispatch' });
    await refusal.getByRole('button', { name: 'Refuse' }).click();
    await expect(refusal.getByLabel('Remark')).toHaveAccessibleDescription('A remark is needed.');
    await refusal.getByLabel('Remark').fill('The vans leave at three');
    await refusal.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText('The vans leave at three')).toBeVisible();
    await expect(page.getByText('No device was commanded.')).toBeVisible();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);

    // Who asked, an administrator too, reads that another approver decides, and can withdraw.
    await signInToCollective(approver, gridhelm, 'Fleet', { role: 'administrator' });
    await reviewCommand(approver, 'Stop charging');
    await approver.getByRole('button', { name: 'Ask for approval' }).click();
    const approve = approver.getByRole('button', { name: 'Approve', exact: true });
    await expect(approve).toBeDisabled();
    await expect(approve).toHaveAccessibleDescription(
      'You asked for this yourself; another approver decides.',
    );
    await approver.getByRole('button', { name: 'Withdraw' }).click();
    await expect(approver.getByText(/withdrew it/)).toBeVisible();
    expect(await gridhelm.received('sendCommand')).toBe(before + 1);
  } finally {
    await other.close();
  }
});
