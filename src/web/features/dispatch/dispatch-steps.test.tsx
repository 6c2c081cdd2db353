import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DryRun } from '../../../contract/console/dispatch.ts';
import { DRY_RUN_GROUPS } from '../../../contract/console/dispatch.ts';
import type { EarlierFinding, GuardFinding, GuardReport } from '../../../contract/console/guard.ts';
import type { Dispatch } from '../../api/dispatch.ts';
import { ApiError } from '../../api/client.ts';
import { collective, guarded, problem, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { DispatchSteps } from './dispatch-steps.tsx';
import { draftKey } from './draft.ts';

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

const NOW = '2026-03-02T14:02:31Z';

function finding(last: number): EarlierFinding {
  return {
    kind: 'same',
    intentId: uuid(last),
    operatorName: 'Ada',
    createdAt: NOW,
    type: 'StopCharging',
    value: null,
    triggerTime: null,
    count: 3,
    open: last,
    outcome: 'accepted',
  };
}

/** A report that lists all it found. */
function reportOf(findings: GuardFinding[], seen = 1234): GuardReport {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const totals = kinds.map((kind) => ({
    kind,
    total: findings.filter((each) => each.kind === kind).length,
  }));
  return { seen, totals, findings };
}

function dryRun(findings: GuardFinding[] = [], seen?: number): DryRun {
  return {
    asOf: NOW,
    memberCount: 3,
    membersKnownAt: NOW,
    consequences: [
      {
        type: 'StopCharging',
        takers: 2,
        sentences: [
          { kind: 'takes', text: '2 EVs: Running charge sessions end.' },
          { kind: 'fails', text: '1 battery does not take this Command and will fail it.' },
        ],
      },
    ],
    groups: DRY_RUN_GROUPS.map((kind, at) => ({
      kind,
      count: kind === 'offboarding' ? null : at,
      oldestSeenAt: NOW,
      problem: kind === 'offboarding' ? 'Back at four' : null,
    })),
    guard: { ...reportOf(findings, seen), windowMinutes: 10 },
  };
}

interface Opening {
  overrideDenial?: string | null;
  guardDenial?: string | null;
  readDryRun?: () => Promise<DryRun>;
  confirmEntities?: number;
  /** Whether the dry run never answers. */
  waits?: boolean;
}

async function open(opening: Opening = {}) {
  const { held, send } = heldSender();
  const onSent = vi.fn<(batchId: string) => void>();
  const detail = collective(['EV', 'EV', 'Battery']);
  await show(
    <DispatchSteps
      collectiveId={uuid(900)}
      detail={detail}
      draftKey={draftKey(uuid(900), null)}
      initial={EMPTY_FIELDS}
      previous={null}
      overrideDenial={opening.overrideDenial ?? null}
      guardDenial={opening.guardDenial ?? null}
      confirmEntities={opening.confirmEntities ?? 100}
      readDryRun={opening.readDryRun ?? (() => Promise.resolve(dryRun()))}
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

/** The review, once its dry run has answered. */
async function reviewed(): Promise<void> {
  await review();
  await waitFor(() => expect(screen.queryByText('The dry run is still being read.')).toBeNull());
}

const SEND = 'Stop charging on 3 entities';

function sendButton(): HTMLElement {
  return screen.getByRole('button', { name: SEND });
}

async function reachReview(opening: Opening = {}, reason = 'Grid is full') {
  const opened = await open(opening);
  choose(/Stop charging/);
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: reason } });
  await (opening.waits === true ? review() : reviewed());
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
    kind: 'now',
    items: [{ type: 'StopCharging', value: null, triggerTime: null, plannedAs: null }],
    reason: 'Grid is full',
    ignoreCooldown: false,
    override: null,
    previousId: null,
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
  await reviewed();
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
  await reviewed();
  fireEvent.click(sendButton());
  expect(second.held[0]?.dispatch).toEqual(first.held[0]?.dispatch);
});

test('what storage holds is checked before it is believed', async () => {
  sessionStorage.setItem(draftKey(uuid(900), null), '{"fields":{"type":7},"intent":"x"}');
  await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', '');
});

/** Types the name of the Collective where it is asked for. */
function typeName(name: string): void {
  fireEvent.change(screen.getByLabelText('Name of the Collective'), { target: { value: name } });
}

/** Without a dry run the directory says what a Command would do. */
const noDryRun = { readDryRun: () => Promise.reject(problem('upstream_unavailable', 502)) };

test('a limit in kW goes as text in W, and is said for each plant', async () => {
  const { held } = await open(noDryRun);
  choose(/Limit feed-in/);
  await review();
  expect(screen.getByText('Enter a feed-in limit, for example 5000 W.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Feed-in limit'), { target: { value: ' 5.0625 ' } });
  fireEvent.change(screen.getByLabelText('Unit'), { target: { value: 'kW' } });
  await reviewed();
  expect(screen.getByText('5,062.5 W on each plant')).toBeTruthy();
  typeName('depot ');
  fireEvent.click(screen.getByRole('button', { name: 'Limit feed-in to 5,062.5 W on 3 entities' }));
  expect(held[0]?.dispatch.items[0]?.value).toBe('5062.5');
});

test('a limit below 1 kW is doubted before it is sent', async () => {
  await open(noDryRun);
  choose(/Limit feed-in/);
  fireEvent.change(screen.getByLabelText('Feed-in limit'), { target: { value: '40' } });
  expect(screen.getByText(/^40 W on each plant. That is less than 1 kW/)).toBeTruthy();
  await reviewed();
  expect(screen.getByText(/That is less than 1 kW for each plant. Check the unit/)).toBeTruthy();
});

test('a disruptive Command waits for the name of the Collective; Enter in its field sends nothing', async () => {
  const { held } = await open();
  choose(/Disconnect/);
  await reviewed();
  const send = () => screen.getByRole('button', { name: 'Disconnect on 3 entities' });
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

test('more Entities than the setting allows are confirmed by name, with the reason said', async () => {
  await reachReview({ confirmEntities: 2 });
  expect(screen.getByText(/because it reaches more than 2 Entities/)).toBeTruthy();
  expect(sendButton()).toHaveProperty('disabled', true);
});

test('ignoring cooldowns is confirmed by name, and off again after the form was closed', async () => {
  await open();
  choose(/Stop charging/);
  const ignore = () => screen.getByRole('checkbox', { name: /Ignore cooldowns/ });
  fireEvent.click(ignore());
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Grid is full' } });
  await reviewed();
  expect(screen.getByText(/because cooldowns are ignored/)).toBeTruthy();
  document.body.replaceChildren();
  await open();
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Grid is full');
  expect(ignore()).toHaveProperty('checked', false);
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
  await open({ overrideDenial: 'The role guest may not ignore cooldowns.' });
  const box = screen.getByRole('checkbox', { name: /Ignore cooldowns/ });
  expect(box).toHaveProperty('disabled', true);
  expect(screen.getByText('The role guest may not ignore cooldowns.')).toBeTruthy();
});

test('each number of the dry run opens its list; what could not be found out says why', async () => {
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

test('without a dry run it can be sent, and the operator is told', async () => {
  const { held } = await reachReview({
    readDryRun: () => Promise.reject(problem('upstream_unavailable', 502)),
  });
  expect(screen.getByText(/It can be sent without knowing/)).toBeTruthy();
  fireEvent.click(sendButton());
  expect(held).toHaveLength(1);
});

test('while the dry run is read nothing is sent, unless the operator does not wait', async () => {
  const { held } = await reachReview({ readDryRun: () => new Promise(() => {}), waits: true });
  expect(sendButton()).toHaveProperty('disabled', true);
  expect(screen.getByText('The dry run is still being read.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Do not wait for the dry run' }));
  fireEvent.click(sendButton());
  expect(held).toHaveLength(1);
});

const OVERRIDE = /^Override/;
/** The words of a finding; its open Commands tell one from the other. */
const wordsOf = (count: number) => new RegExp(`sent by Ada on .*; ${count} Commands of it are`);

test('a warning blocks until it is overridden with a reason; kinds and what was seen go along', async () => {
  const { held } = await reachReview(
    { readDryRun: () => Promise.resolve(dryRun([finding(7)])) },
    '',
  );
  expect(screen.getByText(wordsOf(7))).toBeTruthy();
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

test('what the guard names in its refusal is shown until a newer dry run is there; the intent is kept', async () => {
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
  // The dry run is read again by itself, and takes the place of what was said before.
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.(dryRun([finding(8)], 1300)));
  expect(await panel.findByText(wordsOf(8))).toBeTruthy();
  expect(panel.queryByText(/by Ben/)).toBeNull();
  expect(sendButton()).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: OVERRIDE }));
  expect(screen.getByLabelText(/Reason for the override/)).toHaveProperty('value', 'Grid is full');
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch.intentId).toBe(held[0]?.dispatch.intentId);
  expect(held[1]?.dispatch.override).toEqual({ kinds: ['same'], seen: 1300 });
});

test('more warnings than are listed are counted, and one tick overrides them all', async () => {
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

test('an intent that was interrupted does not stand in its own way', async () => {
  let own: string | null = null;
  const readDryRun = () =>
    Promise.resolve(dryRun(own === null ? [] : [{ ...finding(7), intentId: own }]));
  const { held } = await reachReview({ readDryRun });
  fireEvent.click(sendButton());
  own = held[0]?.dispatch.intentId ?? null;
  await act(async () => held[0]?.fail(new ApiError('network', 'The line broke')));
  await waitFor(() => expect(sendButton()).toHaveProperty('disabled', false));
  expect(screen.queryByText(/sent by Ada/)).toBeNull();
  fireEvent.click(sendButton());
  expect(held[1]?.dispatch).toMatchObject({ intentId: own, override: null });
});

test('who may not send against a warning reads why', async () => {
  await reachReview({
    guardDenial: 'The role guest may not send against a warning.',
    readDryRun: () => Promise.resolve(dryRun([finding(7)])),
  });
  expect(screen.getByRole('checkbox', { name: OVERRIDE })).toHaveProperty('disabled', true);
  expect(screen.getByText('The role guest may not send against a warning.')).toBeTruthy();
});

async function planLater(rows: { date: string; time: string; zone: string; type?: string }[]) {
  const opened = await open();
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /^Later/ })));
  for (const [at, { date, time, zone, type }] of rows.entries()) {
    if (at > 0) {
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add a Command' })));
    }
    const name = `Command ${at + 1}`;
    const set = (label: string, value: string): void => {
      fireEvent.change(screen.getByLabelText(`${label} of ${name}`), { target: { value } });
    };
    set('Date', date);
    set('Time', time);
    set('Time zone', zone);
    set('Type', type ?? 'StopCharging');
  }
  return opened;
}

const ZONE = 'Europe/Brussels';

test('planned Commands go with wall clock, zone and instant, under a button that counts them', async () => {
  const { held } = await planLater([
    { date: '2199-03-01', time: '22:00', zone: ZONE },
    { date: '2199-07-01', time: '22:00', zone: 'UTC', type: 'StartCharging' },
  ]);
  await reviewed();
  const button = screen.getByRole('button', { name: 'Schedule 2 Commands for 3 entities' });
  fireEvent.click(button);
  expect(held[0]?.dispatch).toMatchObject({
    kind: 'schedule',
    items: [
      {
        type: 'StopCharging',
        value: null,
        triggerTime: '2199-03-01T21:00:00.000Z',
        plannedAs: { wallClock: '2199-03-01T22:00', zone: ZONE },
      },
      {
        type: 'StartCharging',
        triggerTime: '2199-07-01T22:00:00.000Z',
        plannedAs: { wallClock: '2199-07-01T22:00', zone: 'UTC' },
      },
    ],
  });
});

test('a wall clock that comes twice is asked about before the review', async () => {
  const { held } = await planLater([{ date: '2199-10-27', time: '02:30', zone: ZONE }]);
  await review();
  expect(screen.getByText('Say which instant is meant.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /the second time \(01:30 UTC\)/ }));
  await reviewed();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule 1 Command for 3 entities' }));
  expect(held[0]?.dispatch.items[0]?.triggerTime).toBe('2199-10-27T01:30:00.000Z');
});

test('a past time is refused in words', async () => {
  await planLater([{ date: '2020-10-27', time: '12:30', zone: ZONE }]);
  await review();
  expect(screen.getByText(/^This is past/)).toBeTruthy();
});

test('rows are added a day later, duplicated and removed, and kept over a new start', async () => {
  await planLater([{ date: '2199-03-01', time: '22:00', zone: ZONE }]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add a Command' })));
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: /^Duplicate Command 1/ })),
  );
  const dates = (): unknown[] =>
    screen.getAllByLabelText(/^Date of/).map((input) => ('value' in input ? input.value : null));
  expect(dates()).toEqual(['2199-03-01', '2199-03-02', '2199-03-02']);
  expect(document.activeElement).toBe(screen.getByLabelText('Date of Command 2'));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove Command 1' })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Command 1' }));
  expect(dates()).toEqual(['2199-03-02', '2199-03-02']);
  await review();
  expect(screen.getByText('This is the same as row 1.')).toBeTruthy();
  document.body.replaceChildren();
  await open();
  expect(dates()).toEqual(['2199-03-02', '2199-03-02']);
});

test('Ctrl and Enter lead to the review and never send', async () => {
  const { held } = await open();
  choose(/Stop charging/);
  await act(async () =>
    fireEvent.keyDown(screen.getByLabelText(/Reason/), { key: 'Enter', ctrlKey: true }),
  );
  expect(screen.getByRole('heading', { name: `${SEND}?` })).toBeTruthy();
  fireEvent.keyDown(sendButton(), { key: 'Enter', ctrlKey: true });
  expect(held).toHaveLength(0);
});

async function importRows(text: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Paste or import rows' }));
  fireEvent.change(screen.getByLabelText('Rows from a CSV file or a spreadsheet'), {
    target: { value: text },
  });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Preview the rows' })));
  const take = await screen.findByRole('button', { name: /^Take the/ });
  await act(async () => fireEvent.click(take));
}

const IMPORT = 'when,type\n2199-03-01T21:00:30Z,StopCharging\n2199-03-02T21:00:00Z,StartCharging';
const datesShown = (): unknown[] =>
  screen.getAllByLabelText(/^Date of/).map((input) => ('value' in input ? input.value : null));

test('an import replaces the row that planning began with while it is untouched, seconds and all', async () => {
  const { held } = await open();
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /^Later/ })));
  await importRows(IMPORT);
  expect(datesShown()).toHaveLength(2);
  await reviewed();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule 2 Commands for 3 entities' }));
  expect(held[0]?.dispatch.items.map(({ triggerTime }) => triggerTime)).toEqual([
    '2199-03-01T21:00:30.000Z',
    '2199-03-02T21:00:00.000Z',
  ]);
});

test('an import keeps a row that was filled in', async () => {
  await planLater([{ date: '2199-02-01', time: '22:00', zone: ZONE }]);
  await importRows(IMPORT);
  expect(datesShown()).toHaveLength(3);
});
