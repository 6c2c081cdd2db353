import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DryRun } from '../../../contract/console/dry-run.ts';
import type { GuardFinding } from '../../../contract/console/guard.ts';
import { ApiError } from '../../api/client.ts';
import { guarded, problem } from '../../testing/samples.ts';
import { dryRun, finding, reportOf } from '../../testing/dispatch-samples.ts';
import { sendButton, reachReview } from '../../testing/dispatch-harness.tsx';

test('while the browser is offline nothing is sent, and the reason is beside the button', async () => {
  const { held } = await reachReview();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(sendButton()).toHaveProperty('disabled', true);
  expect(sendButton().getAttribute('aria-describedby')).toBe(
    screen.getByText(/^This browser is offline\. Sending waits/).id,
  );
  online.mockRestore();
  fireEvent(window, new Event('online'));
  fireEvent.click(sendButton());
  expect(held).toHaveLength(1);
});

test('without a dry run it can be sent, and the operator is warned', async () => {
  const { held } = await reachReview({
    readDryRun: () => Promise.reject(problem('upstream_unavailable', 502)),
  });
  expect(screen.getByText(/It can be sent without a dry run/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'It is not known how many can act' })).toBeTruthy();
  fireEvent.click(sendButton());
  expect(held).toHaveLength(1);
});

test('while the dry run is loading nothing is sent, unless the operator skips it', async () => {
  const { held } = await reachReview({ readDryRun: () => new Promise(() => {}), waits: true });
  expect(sendButton()).toHaveProperty('disabled', true);
  expect(screen.getByText('The dry run is still loading.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Skip the dry run' }));
  fireEvent.click(sendButton());
  expect(held).toHaveLength(1);
});

const OVERRIDE = /^Override/;
/** The message of a finding; the count of open Commands identifies it. */
const messageOf = (count: number) => new RegExp(`sent by Ada on .*; ${count} of its Commands are`);

test('a warning blocks until it is overridden with a reason; their digest is sent along', async () => {
  const { held } = await reachReview(
    { readDryRun: () => Promise.resolve(dryRun([finding(7)])) },
    '',
  );
  expect(screen.getByText(messageOf(7))).toBeTruthy();
  expect(sendButton()).toHaveProperty('disabled', true);
  expect(screen.getByText(/Tick the override above/)).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: OVERRIDE }));
  expect(sendButton()).toHaveProperty('disabled', true);
  expect(screen.getByText('The override needs a reason.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Reason for the override/), {
    target: { value: 'The first one had no effect' },
  });
  fireEvent.click(sendButton());
  expect(held[0]?.dispatch).toMatchObject({
    override: '0123456789abcdef',
    reason: 'The first one had no effect',
  });
});

test('a refusal by the guard is shown until a newer dry run; the intent is kept', async () => {
  const answers: ((found: DryRun) => void)[] = [];
  const readDryRun = (): Promise<DryRun> =>
    new Promise((resolve) => {
      answers.push(resolve);
    });
  const { held } = await reachReview({ readDryRun, waits: true });
  await act(async () => answers[0]?.(dryRun()));
  await waitFor(() => expect(sendButton()).toHaveProperty('disabled', false));
  fireEvent.click(sendButton());
  const ben: GuardFinding = {
    ...finding(8),
    kind: 'unresolved',
    operatorName: 'Ben',
    outcome: 'sending',
  };
  await act(async () => held[0]?.fail(guarded(reportOf([ben]))));
  const panel = within(screen.getByRole('region', { name: '1 warning' }));
  expect(panel.getByText(/^Being sent at this moment: Stop charging, sent by Ben/)).toBeTruthy();
  expect(sendButton()).toHaveProperty('disabled', true);
  // The dry run is refreshed automatically, and replaces the refusal.
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.(dryRun([finding(8)], 'fedcba9876543210')));
  expect(await panel.findByText(messageOf(8))).toBeTruthy();
  expect(panel.queryByText(/by Ben/)).toBeNull();
  expect(sendButton()).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: OVERRIDE }));
  expect(screen.getByLabelText(/Reason for the override/)).toHaveProperty('value', 'Grid is full');
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.dispatchId).toBe(held[0]?.dispatch.dispatchId);
  expect(held[1]?.dispatch.override).toBe('fedcba9876543210');
});

test('unlisted warnings are counted, and one tick overrides all', async () => {
  const guard = reportOf([finding(7), finding(8)]);
  const totals = [{ kind: 'unresolved' as const, total: 60 }, ...guard.totals];
  const { held } = await reachReview({
    readDryRun: () => Promise.resolve({ ...dryRun(), guard: { ...guard, totals } }),
  });
  const panel = within(screen.getByRole('region', { name: '62 warnings' }));
  expect(panel.getByText('And 60 more that are not listed here.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: OVERRIDE }));
  fireEvent.click(sendButton());
  expect(held[0]?.dispatch.override).toBe(guard.digest);
});

test('an interrupted intent does not block itself', async () => {
  let own: string | null = null;
  const readDryRun = () =>
    Promise.resolve(dryRun(own === null ? [] : [{ ...finding(7), dispatchId: own }]));
  const { held } = await reachReview({ readDryRun });
  fireEvent.click(sendButton());
  own = held[0]?.dispatch.dispatchId ?? null;
  await act(async () => held[0]?.fail(new ApiError('network', 'The line broke')));
  await waitFor(() => expect(sendButton()).toHaveProperty('disabled', false));
  expect(screen.queryByText(/sent by Ada/)).toBeNull();
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch).toMatchObject({ dispatchId: own, override: null });
});
