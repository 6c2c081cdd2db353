import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { batch, problem, uuid } from '../../testing/samples.ts';
import {
  open,
  choose,
  review,
  reviewed,
  SEND,
  sendButton,
  reachReview,
} from '../../testing/dispatch-harness.tsx';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { draftKey } from './draft.ts';

test('the review names verb and count, and the impact per type', async () => {
  await reachReview();
  expect(screen.getByRole('heading', { name: `${SEND}?` })).toBeTruthy();
  expect(screen.getByText(/^2 EVs:/)).toBeTruthy();
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
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
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
  cleanup();
  const second = await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  expect(screen.getByText(/this was sent without an answer/)).toBeTruthy();
  await reviewed();
  fireEvent.click(sendButton());
  expect(second.held[0]?.dispatch).toEqual(first.held[0]?.dispatch);
});

test('the contents of storage are validated', async () => {
  sessionStorage.setItem(
    `${draftKey(uuid(900), null)} of nobody`,
    '{"fields":{"type":7},"intent":"x"}',
  );
  await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', '');
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

test('the Commands have the focus first, and again while none is chosen', async () => {
  await open();
  const first = () => screen.getAllByRole('radio', { name: /charging|Reset/ })[0];
  expect(document.activeElement).toBe(first());
  await review();
  expect(document.activeElement).toBe(first());
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(
    screen.getByText('Choose a Command.').id,
  );
});

test('the Command of a link is chosen, but not in place of an unanswered attempt', async () => {
  await open({ command: 'StopCharging' });
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
  cleanup();
  const { held } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(new ApiError('network', 'reset')));
  cleanup();
  await open({ command: 'StartCharging' });
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
});

test('a retry begins with its review; one that is no longer valid with the form', async () => {
  const { batch: previous } = batch([]);
  const retry = (type: string) => open({ previous, initial: { ...EMPTY_FIELDS, type } });
  const { held } = await retry('StopCharging');
  await waitFor(() => expect(sendButton()).toHaveProperty('disabled', false));
  fireEvent.click(sendButton());
  expect(held[0]?.dispatch).toMatchObject({ kind: 'now', previousId: previous.id });
  cleanup();
  sessionStorage.clear();
  await retry('');
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
});

test('Commands that no Entity supports are folded away, unless one of them is chosen', async () => {
  await open();
  const others = () => screen.getByRole('button', { name: 'Not for this Collective (4)' });
  expect(others().getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('radio', { name: /Disconnect/ })).toBeNull();
  choose(/Disconnect/);
  expect(others().getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(others());
  expect(screen.getByRole('radio', { name: /Disconnect/ })).toHaveProperty('checked', true);
});

test('planned Commands begin with the one chosen for now, which is kept', async () => {
  await open();
  choose(/Stop charging/);
  fireEvent.click(screen.getByRole('radio', { name: /^Later/ }));
  expect(screen.getByLabelText('Type of Command 1')).toHaveProperty('value', 'StopCharging');
  fireEvent.click(screen.getByRole('radio', { name: /^Now/ }));
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
});
