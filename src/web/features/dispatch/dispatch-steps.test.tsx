import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Dispatch } from '../../api/dispatch.ts';
import { ApiError } from '../../api/client.ts';
import { collective, problem, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { DispatchSteps } from './dispatch-steps.tsx';

interface Held {
  dispatch: Dispatch;
  succeed: () => void;
  fail: (error: unknown) => void;
}

/** A sender whose answers the test gives when it wants to. */
function heldSender() {
  const held: Held[] = [];
  const send = (dispatch: Dispatch): Promise<unknown> =>
    new Promise((resolve, reject) => {
      held.push({ dispatch, succeed: () => resolve(undefined), fail: reject });
    });
  return { held, send };
}

async function open(overrideDenial: string | null = null) {
  const { held, send } = heldSender();
  const onSent = vi.fn<(batchId: string) => void>();
  const detail = collective(['EV', 'EV', 'Battery']);
  await show(
    <DispatchSteps
      collectiveId={uuid(900)}
      detail={detail}
      overrideDenial={overrideDenial}
      send={send}
      onClose={() => {}}
      onSent={onSent}
    />,
  );
  return { held, onSent };
}

function choose(name: RegExp): void {
  fireEvent.click(screen.getByRole('radio', { name }));
}

async function review(): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Review' })));
}

const SEND = 'Stop charging on 3 entities';

function sendButton(): HTMLElement {
  return screen.getByRole('button', { name: SEND });
}

async function reachReview(reason = 'Grid is full') {
  const opened = await open();
  choose(/Stop charging/);
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: reason } });
  await review();
  return opened;
}

test('the review names verb and count, and says what happens per type', async () => {
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
    type: 'StopCharging',
    value: null,
    reason: 'Grid is full',
    ignoreCooldown: false,
  });
  await act(async () => held[0]?.succeed());
  expect(onSent).toHaveBeenCalledExactlyOnceWith(held[0]?.dispatch.intentId);
  expect(sessionStorage.length).toBe(0);
});

test('two clicks within one event, before anything is drawn again, send once', async () => {
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

test('without an answer all is kept, and the next press carries the same intent', async () => {
  const { held, onSent } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(new ApiError('network', 'reset')));
  expect(screen.getByRole('alert').textContent).toContain('Pressing the button again is safe');
  expect(onSent).not.toHaveBeenCalled();
  fireEvent.click(sendButton());
  expect(held).toHaveLength(2);
  expect(held[1]?.dispatch).toEqual(held[0]?.dispatch);
});

test('after a refusal the words are shown, fields are kept, and another try is another intent', async () => {
  const { held } = await reachReview();
  fireEvent.click(sendButton());
  const refusal = problem('upstream_refused', 422, 'Collective is locked', 'service');
  await act(async () => held[0]?.fail(refusal));
  expect(screen.getByRole('alert').textContent).toContain('Collective is locked');
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.intentId).not.toBe(held[0]?.dispatch.intentId);
  await act(async () => held[1]?.fail(refusal));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
});

test('an unknown outcome leads to the batch page, which shows it', async () => {
  const { held, onSent } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(problem('outcome_unknown', 504)));
  expect(onSent).toHaveBeenCalledExactlyOnceWith(held[0]?.dispatch.intentId);
});

test('changing the content after an unanswered attempt makes another intent', async () => {
  const { held } = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => held[0]?.fail(new ApiError('network', 'reset')));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Another' } });
  await review();
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.intentId).not.toBe(held[0]?.dispatch.intentId);
});

test('a dialog that opens again holds what was typed, and the unanswered intent', async () => {
  const first = await reachReview();
  fireEvent.click(sendButton());
  await act(async () => first.held[0]?.fail(new ApiError('network', 'reset')));
  fireEvent.click(sendButton());
  await act(async () => first.held[1]?.fail(problem('not_signed_in', 401)));
  document.body.replaceChildren();
  const second = await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  expect(screen.getByText(/this was sent and no answer came/)).toBeTruthy();
  await review();
  fireEvent.click(sendButton());
  expect(second.held[0]?.dispatch).toEqual(first.held[0]?.dispatch);
});

test('what storage holds is checked before it is believed', async () => {
  sessionStorage.setItem(`gridhelm-dispatch-${uuid(900)}`, '{"fields":{"type":7},"intent":"x"}');
  await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', '');
});

test('a limit needs a number, in W, and is sent as text', async () => {
  const { held } = await open();
  choose(/Limit feed-in/);
  await review();
  expect(screen.getByText('Enter a feed-in limit in W.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Feed-in limit'), { target: { value: ' 5000 ' } });
  await review();
  fireEvent.click(screen.getByRole('button', { name: 'Limit feed-in to 5000 W on 3 entities' }));
  expect(held[0]?.dispatch.value).toBe('5000');
});

test('nothing is reviewed without a Command', async () => {
  await open();
  await review();
  expect(screen.getByText('Choose a Command.')).toBeTruthy();
});

test('ignoring cooldowns warns and asks for a reason', async () => {
  await open();
  choose(/Stop charging/);
  fireEvent.click(screen.getByRole('checkbox', { name: /Ignore cooldowns/ }));
  expect(screen.getByText(/may not be executed/)).toBeTruthy();
  await review();
  expect(screen.getByText('Say why cooldowns are ignored.')).toBeTruthy();
});

test('who may not ignore cooldowns reads why', async () => {
  await open('The role guest may not ignore cooldowns.');
  const box = screen.getByRole('checkbox', { name: /Ignore cooldowns/ });
  expect(box).toHaveProperty('disabled', true);
  expect(screen.getByText('The role guest may not ignore cooldowns.')).toBeTruthy();
});
