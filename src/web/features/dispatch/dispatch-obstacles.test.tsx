import { act, fireEvent, screen, waitFor, within, cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DryRun } from '../../../contract/console/dry-run.ts';
import type { GuardFinding } from '../../../contract/console/guard.ts';
import { batchQuery } from '../../api/batches.ts';
import { ApiError } from '../../api/client.ts';
import {
  sendButton,
  reachReview,
  open,
  choose,
  review,
  reviewed,
} from '../../testing/dispatch-harness.tsx';
import { dryRun, finding, reportOf } from '../../testing/dispatch-samples.ts';
import { show } from '../../testing/render.tsx';
import { guarded, problem, batch, row, uuid } from '../../testing/samples.ts';
import { answered, asOperator, seeded } from '../../testing/story-states.tsx';
import { UnansweredSend } from './review-step.tsx';

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

const SENT_AT = '2026-03-02T14:00:00Z';
const sent = { id: uuid(800), content: '', unansweredAt: null };

async function showSend(unansweredAt: string | null, known?: Partial<BatchSummary>) {
  const page = seeded(
    <UnansweredSend
      intent={{ ...sent, unansweredAt }}
      error={new Error('The console did not answer.')}
    />,
    asOperator(
      known === undefined ? () => {} : answered(batchQuery(sent.id), batch([row(1)], known)),
    ),
  );
  await show(page());
  return screen.getByRole('alert').textContent;
}

test('a request that never left changed nothing, and has no record', async () => {
  expect(await showSend(null)).toContain('No device was changed.');
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  ['no record yet', undefined],
  ['one that says it is being sent', { outcome: 'sending' }],
] as const)('with %s, an answer that did not come promises nothing', async (_, known) => {
  const text = await showSend(SENT_AT, known);
  expect(text).toContain('it reaches the devices at most once');
  expect(text).not.toContain('No device was changed');
});

test.each([
  ['accepted', {}],
  ['unknown', { outcome: 'unknown' }],
] as const)('a record that says %s takes the place of the error', async (_, known) => {
  const text = await showSend(SENT_AT, known);
  expect(text).toContain('this is in the console’s records');
  expect(text).not.toContain('Not confirmed');
  expect(screen.getByRole('link', { name: 'Open its record' })).toBeTruthy();
});

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
