import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Resolution } from '../../../contract/console/resolution.ts';
import { resolution, unknownBatch } from '../../testing/batch-samples.ts';
import { show } from '../../testing/render.tsx';
import { asOperator, seeded } from '../../testing/story-states.tsx';
import { BatchResolution, sendAgainMessage } from './batch-resolution.tsx';

const sent = vi.fn<(url: string, init?: RequestInit) => Promise<never>>(
  () => new Promise<never>(() => {}),
);
const bodies = () => sent.mock.calls.map(([, init]) => init?.body).filter(Boolean);

beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
});
afterEach(() => vi.unstubAllGlobals());

const batchOf = (found: Partial<Resolution>) =>
  unknownBatch({ resolution: resolution(found), verdictCounts: {} }).batch;

const open = (found: Partial<Resolution>) =>
  show(seeded(<BatchResolution batch={batchOf(found)} />, asOperator())());

const person = { landed: 1, notFound: 1, person: 1, unread: 0 };

test.each<[string, Partial<Resolution>, string | null]>([
  ['nothing was found', {}, 'Send again'],
  ['a person decides', { verdict: 'open', counts: person }, 'Decide'],
  ['some are unread', { verdict: 'open' }, 'Check again'],
  ['it is early', { verdict: 'early' }, 'Check again'],
  ['all landed', { verdict: 'landed', horizonAt: null }, null],
])('the one next act if %s', async (_when, found, act) => {
  await open(found);
  const acts = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')];
  expect(acts.map((each) => each.textContent).filter((text) => text !== 'More')).toEqual(
    act === null ? [] : [act],
  );
});

test('not found shows until when and the next check; the rest is folded', async () => {
  await open({ nextCheckAt: '2026-03-02T14:06:31Z' });
  expect(screen.getByRole('status').textContent).toMatch(
    /^Answer lost; not found on any of 3 until \d\d:02:49\. Sent .*next check \d\d:06:31\. Nothing is sent again automatically\.$/,
  );
  expect(screen.queryByText(/it needs a reason/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByText(/so it needs a reason/)).toBeTruthy();
  expect(screen.getByText(/of another system at that moment looks alike/)).toBeTruthy();
});

test.each([
  ['it runs', { state: 'running' }, 'being checked now'],
  ['it is due', { isDue: true }, 'next check due now'],
] as const)('no next check in the past when %s', async (_when, found, said) => {
  await open({ nextCheckAt: '2026-03-02T14:02:00Z', ...found });
  expect(screen.getByRole('status').textContent).toContain(said);
  expect(screen.getByRole('status').textContent).not.toMatch(/next check \d/);
});

test('sending again is not offered, and why', () => {
  const said = (found: Partial<Resolution>, more: Partial<BatchSummary> = {}) =>
    sendAgainMessage({ ...batchOf(found), ...more });
  expect(said({ verdict: 'landed' }, { verdictCounts: { sent: 3 } })).toMatch(/commanded twice/);
  expect(said({ verdict: 'open', counts: person })).toMatch(/may be of this batch/);
  expect(said({ verdict: 'early' })).toMatch(/once a check finds nothing/);
});

test('an operator closes what no check could settle, only with a reason', async () => {
  await open({ verdict: 'open', counts: person });
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }));
  fireEvent.click(screen.getByRole('button', { name: 'It did not land' }));
  const act = screen.getByRole('button', { name: 'Close as not landed' });
  fireEvent.click(act);
  await screen.findByText('A reason is needed.');
  expect(bodies()).toEqual([]);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Asked the depot ' } });
  fireEvent.click(act);
  await vi.waitFor(() =>
    expect(bodies()).toEqual(['{"verdict":"not-landed","reason":"Asked the depot"}']),
  );
});
