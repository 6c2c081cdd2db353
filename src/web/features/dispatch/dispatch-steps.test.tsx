import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DryRun } from '../../../contract/console/dispatch.ts';
import type { GuardFinding } from '../../../contract/console/guard.ts';
import { ApiError } from '../../api/client.ts';
import { guarded, problem, uuid } from '../../testing/samples.ts';
import { dryRun, finding, reportOf } from '../../testing/dispatch-samples.ts';
import {
  open,
  choose,
  review,
  reviewed,
  SEND,
  sendButton,
  reachReview,
} from '../../testing/dispatch-harness.tsx';
import { draftKey } from './draft.ts';

test('the review names verb and count, and the impact per type', async () => {
  await reachReview();
  expect(screen.getByRole('heading', { name: `${SEND}?` })).toBeTruthy();
  expect(screen.getByText(/^2 EVs:/)).toBeTruthy();
  expect(screen.getByText(/1 battery does not take/)).toBeTruthy();
});

test('two clicks send once; the batch page opens under the intent’s id', async () => {
  const { held, onSent } = await reachReview();
  fireEvent.click(sendButton());
  fireEvent.click(screen.getByRole('button', { name: /Sending|Stop charging on/ }));
  expect(held).toHaveLength(1);
  expect(held[0]?.dispatch).toMatchObject({
    kind: 'now',
    items: [{ type: 'StopCharging', value: null, triggerTime: null, plannedAs: null }],
    reason: 'Grid is full',
    ignoreCooldown: false,
    override: null,
    previousId: null,
  });
  await act(async () => held[0]?.succeed());
  expect(onSent).toHaveBeenCalledExactlyOnceWith(held[0]?.dispatch.dispatchId);
  expect(sessionStorage.length).toBe(0);
});

test('two clicks within one event, before a render, send once', async () => {
  const { held } = await reachReview();
  const button = sendButton();
  act(() => {
    button.click();
    button.click();
  });
  expect(held).toHaveLength(1);
});

test('Enter on the send button does nothing', async () => {
  await reachReview();
  expect(fireEvent.keyDown(sendButton(), { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(sendButton(), { key: ' ' })).toBe(true);
});

test('without an answer the input is kept, and the next press sends the same intent', async () => {
  const { held, onSent } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(new ApiError('network', 'reset')));
  expect(screen.getByRole('alert').textContent).toContain('Pressing the button again is safe');
  expect(onSent).not.toHaveBeenCalled();
  fireEvent.click(sendButton());
  expect(held).toHaveLength(2);
  expect(held[1]?.dispatch).toEqual(held[0]?.dispatch);
});

test('after a refusal the message is shown, fields are kept, and a retry is a new intent', async () => {
  const { held } = await reachReview();
  fireEvent.click(sendButton());
  const refusal = problem('upstream_refused', 422, 'Collective is locked', 'service');
  await act(async () => held[0]?.fail(refusal));
  expect(screen.getByRole('alert').textContent).toContain('Collective is locked');
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.dispatchId).not.toBe(held[0]?.dispatch.dispatchId);
  await act(async () => held[1]?.fail(refusal));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
});

test('an unknown outcome opens the batch page, which shows it', async () => {
  const { held, onSent } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(problem('outcome_unknown', 504)));
  expect(onSent).toHaveBeenCalledExactlyOnceWith(held[0]?.dispatch.dispatchId);
});

test('changing the content after an unanswered attempt creates a new intent', async () => {
  const { held } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(new ApiError('network', 'reset')));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Another' } });
  await reviewed();
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.dispatchId).not.toBe(held[0]?.dispatch.dispatchId);
});

test('a reopened dialog keeps the input and the unanswered intent', async () => {
  const first = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => first.held[0]?.fail(new ApiError('network', 'reset')));
  fireEvent.click(sendButton());
  await act(async () => first.held[1]?.fail(problem('not_signed_in', 401)));
  document.body.replaceChildren();
  const second = await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  expect(screen.getByText(/this was sent without an answer/)).toBeTruthy();
  await reviewed();
  fireEvent.click(sendButton());
  expect(second.held[0]?.dispatch).toEqual(first.held[0]?.dispatch);
});

test('the contents of storage are validated', async () => {
  sessionStorage.setItem(draftKey(uuid(900), null), '{"fields":{"type":7},"intent":"x"}');
  await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', '');
});

test('there is no review without a Command', async () => {
  await open();
  await review();
  expect(screen.getByText('Choose a Command.')).toBeTruthy();
});

test('ignoring cooldowns warns and asks for a reason', async () => {
  await open();
  choose(/Stop charging/);
  fireEvent.click(screen.getByRole('checkbox', { name: /Ignore cooldowns/ }));
  expect(screen.getByText(/may not execute/)).toBeTruthy();
  await review();
  expect(screen.getByText('Say why cooldowns are ignored.')).toBeTruthy();
});

test('an operator who may not ignore cooldowns sees why', async () => {
  await open({ overrideDenial: 'The role guest may not ignore cooldowns.' });
  const box = screen.getByRole('checkbox', { name: /Ignore cooldowns/ });
  expect(box).toHaveProperty('disabled', true);
  expect(screen.getByText('The role guest may not ignore cooldowns.')).toBeTruthy();
});

test('each number of the dry run opens its list; an unknown number says why', async () => {
  await reachReview();
  const region = within(screen.getByRole('region', { name: 'Dry run' }));
  expect(region.getByText(/Back at four/)).toBeTruthy();
  expect(region.getByText('not known')).toBeTruthy();
  const names = region
    .getAllByRole('button', { name: /show them$/ })
    .map((each) => each.textContent);
  // One group each with 1 to 6, none for the group with 0 and for the one that is not known.
  expect(names).toEqual(['1', '2', '3', '5', '6']);
});

test('without a dry run it can be sent, and the operator is warned', async () => {
  const { held } = await reachReview({
    readDryRun: () => Promise.reject(problem('upstream_unavailable', 502)),
  });
  expect(screen.getByText(/It can be sent without a dry run/)).toBeTruthy();
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
const messageOf = (count: number) => new RegExp(`sent by Ada on .*; ${count} Commands of it are`);

test('a warning blocks until it is overridden with a reason; kinds and findings are sent along', async () => {
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
    override: { kinds: ['same'], seen: 1234 },
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
  await act(async () => answers[1]?.(dryRun([finding(8)], 1300)));
  expect(await panel.findByText(messageOf(8))).toBeTruthy();
  expect(panel.queryByText(/by Ben/)).toBeNull();
  expect(sendButton()).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: OVERRIDE }));
  expect(screen.getByLabelText(/Reason for the override/)).toHaveProperty('value', 'Grid is full');
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.dispatchId).toBe(held[0]?.dispatch.dispatchId);
  expect(held[1]?.dispatch.override).toEqual({ kinds: ['same'], seen: 1300 });
});

test('unlisted warnings are counted, and one tick overrides all', async () => {
  const guard = { ...reportOf([finding(7), finding(8)]), windowMinutes: 10 };
  const totals = [{ kind: 'unresolved' as const, total: 60 }, ...guard.totals];
  const { held } = await reachReview({
    readDryRun: () => Promise.resolve({ ...dryRun(), guard: { ...guard, totals } }),
  });
  const panel = within(screen.getByRole('region', { name: '62 warnings' }));
  expect(panel.getByText('And 60 more that are not listed here.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: OVERRIDE }));
  fireEvent.click(sendButton());
  expect(held[0]?.dispatch.override).toEqual({ kinds: ['unresolved', 'same'], seen: 1234 });
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

test('an operator who may not send against a warning sees why', async () => {
  await reachReview({
    guardDenial: 'The role guest may not send against a warning.',
    readDryRun: () => Promise.resolve(dryRun([finding(7)])),
  });
  expect(screen.getByRole('checkbox', { name: OVERRIDE })).toHaveProperty('disabled', true);
  expect(screen.getByText('The role guest may not send against a warning.')).toBeTruthy();
});

test('Ctrl and Enter open the review and never send', async () => {
  const { held } = await open();
  choose(/Stop charging/);
  await act(async () =>
    fireEvent.keyDown(screen.getByLabelText(/Reason/), { key: 'Enter', ctrlKey: true }),
  );
  expect(screen.getByRole('heading', { name: `${SEND}?` })).toBeTruthy();
  fireEvent.keyDown(sendButton(), { key: 'Enter', ctrlKey: true });
  expect(held).toHaveLength(0);
});
