import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import {
  open,
  openStep,
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
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
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

test('there is no review without a Command', async () => {
  await open();
  await review();
  expect(screen.getByText('Choose a Command.')).toBeTruthy();
});

test('the verdict counts each Entity once; each row but zero and unknown ones opens its list', async () => {
  await reachReview();
  const region = within(screen.getByRole('region', { name: 'Dry run' }));
  expect(region.getByRole('heading', { name: '1 of 3 can act, as far as is known' })).toBeTruthy();
  expect(region.getByText('can act: nothing known prevents it').textContent).toBeTruthy();
  expect(region.getByText(/Back at four/)).toBeTruthy();
  expect(region.getByText('not known')).toBeTruthy();
  const names = region
    .getAllByRole('button', { name: /^List the/ })
    .map((each) => /\d+/.exec(each.getAttribute('aria-label') ?? '')?.[0]);
  // One group each with 1 to 14: those expected to fail first, unknown ones after the unclear ones;
  // none for a count of 0 or an unknown count.
  expect(names).toEqual(['3', '13', '4', '5', '6', '7', '8', '9', '14', '11', '1', '2', '10']);
  expect(region.queryByText('have a Command that is still open')).toBeNull();
});

test('Entities about which nothing is known never count as able to act', async () => {
  const outlook = { acts: 0, unclear: 2, fails: 0, unknown: 1 };
  await reachReview({ readDryRun: () => Promise.resolve({ ...dryRun(), outlook }) });
  const name = 'It is unclear whether any of 3 Entities can act';
  expect(screen.getByRole('heading', { name })).toBeTruthy();
  cleanup();
  const nothing = { ...outlook, unclear: 0, unknown: 3 };
  await reachReview({ readDryRun: () => Promise.resolve({ ...dryRun(), outlook: nothing }) });
  const title = 'It is not known whether any of 3 Entities can act';
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  cleanup();
  await reachReview({
    readDryRun: () =>
      Promise.resolve({ ...dryRun(), outlook: { acts: 0, unclear: 0, fails: 3, unknown: 0 } }),
  });
  expect(
    screen.getByRole('heading', { name: 'None of 3 Entities can act, as far as is known' }),
  ).toBeTruthy();
});

test('Ctrl and Enter open the next step and never send', async () => {
  const { held } = await open();
  choose(/Stop charging/);
  const press = async (element: HTMLElement) =>
    await act(async () => fireEvent.keyDown(element, { key: 'Enter', ctrlKey: true }));
  await press(screen.getByRole('radio', { name: /Stop charging/ }));
  expect(screen.getByRole('button', { name: 'When' }).getAttribute('aria-current')).toBe('step');
  await press(screen.getByLabelText(/Reason/));
  expect(screen.getByRole('heading', { name: `${SEND}?` })).toBeTruthy();
  fireEvent.keyDown(sendButton(), { key: 'Enter', ctrlKey: true });
  expect(held).toHaveLength(0);
});

test('the Commands have the focus first; the next step is not reached without one', async () => {
  await open();
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next' })));
  expect(screen.getByText('Choose a Command.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(
    screen.getByText('Choose a Command.').id,
  );
  choose(/Stop charging/);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next' })));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Now/ }));
});

test('Commands that no Entity supports are folded away, unless one of them is chosen', async () => {
  await open();
  const others = () => screen.getByRole('button', { name: 'Not for this Collective (4)' });
  expect(others().getAttribute('aria-expanded')).toBe('false');
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  choose(/Disconnect/);
  expect(others().getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(others());
  expect(screen.getByRole('radio', { name: /Disconnect/ })).toHaveProperty('checked', true);
});

test('planned Commands replace the one for now, and are kept while switching between steps', async () => {
  await open();
  choose(/Stop charging/);
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: /^Plan several Commands/ })),
  );
  expect(screen.getByLabelText('Type of Command 1')).toHaveProperty('value', 'StopCharging');
  fireEvent.click(screen.getByRole('button', { name: 'Paste or import rows' }));
  fireEvent.change(screen.getByLabelText('Rows from a CSV file or a spreadsheet'), {
    target: { value: 'when,type' },
  });
  await openStep('Command');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText(/^1 planned Command: each is chosen/)).toBeTruthy();
  await openStep('When');
  expect(screen.getByLabelText('Rows from a CSV file or a spreadsheet')).toHaveProperty(
    'value',
    'when,type',
  );
  await openStep('Command');
  fireEvent.click(screen.getByRole('button', { name: 'Send one Command now instead' }));
  expect(screen.getByRole('radio', { name: /Stop charging/ })).toHaveProperty('checked', true);
});
