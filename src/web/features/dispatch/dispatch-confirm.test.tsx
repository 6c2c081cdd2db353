import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problem } from '../../testing/samples.ts';
import {
  open,
  choose,
  review,
  reviewed,
  sendButton,
  reachReview,
} from '../../testing/dispatch-harness.tsx';

/** Types the name of the Collective. */
function typeName(name: string): void {
  fireEvent.change(screen.getByLabelText('Name of the Collective'), { target: { value: name } });
}

/** Excludes the form, which the review only hides. */
const REVIEWED = { ignore: 'form *' };

/** Without a dry run, the directory gives the impact of a Command. */
const noDryRun = { readDryRun: () => Promise.reject(problem('upstream_unavailable', 502)) };

test('a limit in kW is sent as text in W, and shown for each plant', async () => {
  const { held } = await open(noDryRun);
  choose(/Limit feed-in/);
  await review();
  expect(screen.getByText('Enter a feed-in limit, for example 5000 W.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Feed-in limit'), { target: { value: ' 5.0625 ' } });
  fireEvent.change(screen.getByLabelText('Unit'), { target: { value: 'kW' } });
  await reviewed();
  expect(screen.getByText('5,062.5 W on each plant', REVIEWED)).toBeTruthy();
  typeName('depot ');
  fireEvent.click(screen.getByRole('button', { name: 'Limit feed-in to 5,062.5 W on 3 Entities' }));
  expect(held[0]?.dispatch.items[0]?.value).toBe('5062.5');
});

test('a limit below 1 kW is questioned before it is sent', async () => {
  await open(noDryRun);
  choose(/Limit feed-in/);
  fireEvent.change(screen.getByLabelText('Feed-in limit'), { target: { value: '40' } });
  expect(screen.getByText(/^40 W on each plant. That is less than 1 kW/)).toBeTruthy();
  await reviewed();
  const hint = /That is less than 1 kW for each plant. Check the unit/;
  expect(screen.getByText(hint, REVIEWED)).toBeTruthy();
});

test('a disruptive Command requires the name of the Collective; Enter in its field sends nothing', async () => {
  const { held } = await open();
  choose(/Disconnect/);
  await reviewed();
  const send = () => screen.getByRole('button', { name: 'Disconnect on 3 Entities' });
  expect(send()).toHaveProperty('disabled', true);
  expect(screen.getByText('Type “Depot” above to confirm.')).toBeTruthy();
  typeName('Depo');
  expect(send()).toHaveProperty('disabled', true);
  typeName(' DEPOT');
  expect(send()).toHaveProperty('disabled', false);
  const field = screen.getByLabelText('Name of the Collective');
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(held).toHaveLength(0);
  fireEvent.click(send());
  expect(held).toHaveLength(1);
});

test('more Entities than the setting allows are confirmed by name, with the reason shown', async () => {
  await reachReview({ confirmEntities: 2 });
  expect(screen.getByText(/because it reaches more than 2 Entities/)).toBeTruthy();
  expect(sendButton()).toHaveProperty('disabled', true);
});

test('ignoring cooldowns requires the name, and is off again after the form was closed', async () => {
  await open();
  choose(/Stop charging/);
  const ignore = () => screen.getByRole('checkbox', { name: /Ignore cooldowns/ });
  fireEvent.click(ignore());
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Grid is full' } });
  await reviewed();
  expect(screen.getByText(/because cooldowns are ignored/)).toBeTruthy();
  cleanup();
  await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  expect(ignore()).toHaveProperty('checked', false);
});
