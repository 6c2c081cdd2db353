import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Resolution, ResolutionVerdict } from '../../../contract/console/resolution.ts';
import { show } from '../../testing/render.tsx';
import { batch, problem, uuid } from '../../testing/samples.ts';
import { BatchResolution, sendAgainMessage, type CheckControl } from './batch-resolution.tsx';

const AT = '2026-03-02T14:02:31Z';

function resolution(change: Partial<Resolution> = {}): Resolution {
  return {
    id: uuid(700),
    dispatchId: uuid(800),
    state: 'done',
    operatorName: null,
    startedAt: AT,
    finishedAt: AT,
    window: { start: AT, end: AT },
    clock: { lowMs: -300, highMs: 300, confirmed: true },
    checkedUntil: null,
    nextCheckAt: null,
    horizonAt: null,
    total: 412,
    counts: { certain: 411, probable: 0, none: 1, unchecked: 0 },
    adopted: 411,
    failures: [],
    verdict: 'partly',
    canSendAgain: false,
    ...change,
  };
}

function panel(
  given: Resolution | null,
  change: Partial<CheckControl> = {},
  nextIds: string[] = [],
) {
  const start = vi.fn<() => void>();
  const onSearch = vi.fn<(search: object) => void>();
  const check = { start, starting: false, error: null, denial: null, ...change };
  const { batch: summary } = batch([], { outcome: 'unknown', resolution: given, nextIds });
  const shown = show(
    <BatchResolution batch={summary} search={{}} onSearch={onSearch} check={check} />,
  );
  return shown.then(() => ({ start, onSearch }));
}

test('the result with its counts, operator and time', async () => {
  const { onSearch } = await panel(resolution());
  expect(screen.getByText(/Landed on 411 of 412 Entities, 1 not found/)).toBeTruthy();
  expect(screen.getByText(/411 found Commands were added/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Not found: 1' }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ evidence: 'none' }));
});

test('a running check shows its progress, and cannot be started twice', async () => {
  const counts = { certain: 100, probable: 0, none: 20, unchecked: 292 };
  const { start } = await panel(resolution({ state: 'running', finishedAt: null, counts }));
  expect(screen.getByText(/120 of 412 Entities/)).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('29');
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(start).not.toHaveBeenCalled();
});

test('sending again opens a linked dispatch, offered only with evidence', async () => {
  await panel(resolution({ verdict: 'none', canSendAgain: true }));
  const href = screen.getByRole('link', { name: 'Send again' }).getAttribute('href') ?? '';
  const link = new URL(href, 'http://console.test');
  expect(link.pathname).toBe(`/collectives/${uuid(900)}`);
  expect(link.searchParams.get('previous')).toBe(uuid(800));
});

test.each<[ResolutionVerdict, RegExp]>([
  ['landed', /commanded twice/],
  ['partly', /commanded twice/],
  ['probable', /may be from this batch/],
  ['too-early', /may still be executing it/],
  ['incomplete', /not all devices could be checked/],
])('%s: sending again is not offered, and why', async (verdict, why) => {
  await panel(resolution({ verdict }));
  expect(screen.queryByRole('link', { name: 'Send again' })).toBeNull();
  const { batch: summary } = batch([], { outcome: 'unknown', resolution: resolution({ verdict }) });
  expect(sendAgainMessage(summary)).toMatch(why);
});

test('without a check one can be started; an operator who may not sees why', async () => {
  const { start } = await panel(null);
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(start).toHaveBeenCalledTimes(1);
});

test('a viewer cannot check, and sees why; a failed start keeps the findings', async () => {
  const denial = 'The role viewer may not send Commands.';
  const { start } = await panel(resolution({ canSendAgain: true }), {
    denial,
    error: problem('internal', 500),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(start).not.toHaveBeenCalled();
  expect(screen.getByText(denial)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Send again' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('The check could not be started');
  expect(screen.getByText(/Landed on 411/)).toBeTruthy();
});

test('failures are shown with the server’s messages', async () => {
  await panel(resolution({ failures: [{ words: 'Status 503', count: 7 }], verdict: 'incomplete' }));
  expect(screen.getByText('Status 503').parentElement?.textContent).toContain('7 ×');
});

test('not found shows until when, the next check, and the clock', async () => {
  await panel(
    resolution({
      verdict: 'none',
      counts: { certain: 0, probable: 0, none: 412, unchecked: 0 },
      canSendAgain: true,
      checkedUntil: AT,
      nextCheckAt: '2026-03-02T14:06:31Z',
      clock: { lowMs: -600_300, highMs: -599_700, confirmed: true },
    }),
  );
  const status = screen.getByRole('status').textContent ?? '';
  expect(status).toContain('Not found on any of 412 Entities until');
  expect(status).toContain('Next check at');
  expect(status).toContain('The Service’s clock was 10 min behind');
  expect(screen.getByText(/sending again needs a reason/)).toBeTruthy();
});

test('certain names its evidence, and what it cannot rule out', async () => {
  await panel(
    resolution({ verdict: 'landed', counts: { certain: 412, probable: 0, none: 0, unchecked: 0 } }),
  );
  expect(screen.getByRole('status').textContent).toContain(
    'sent by another client of your organisation at that moment is indistinguishable',
  );
});

test('an operator closes what no check could settle, only with a reason', async () => {
  const sent = vi.fn<(url: string, init: RequestInit) => Promise<never>>(
    () => new Promise<never>(() => {}),
  );
  vi.stubGlobal('fetch', sent);
  await panel(resolution({ verdict: 'probable' }));
  fireEvent.click(screen.getByRole('button', { name: 'It did not land' }));
  const act = screen.getByRole('button', { name: 'Close as not landed' });
  const bodies = () => sent.mock.calls.map(([, { body }]) => body).filter(Boolean);
  fireEvent.click(act);
  await screen.findByText('A reason is needed.');
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
  expect(bodies()).toEqual([]);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Asked the depot ' } });
  fireEvent.click(act);
  await vi.waitFor(() =>
    expect(bodies()).toEqual(['{"verdict":"not-landed","reason":"Asked the depot"}']),
  );
});
