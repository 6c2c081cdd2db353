import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Resolution, ResolutionVerdict } from '../../../contract/console/resolution.ts';
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

test.each<[ResolutionVerdict, RegExp]>([
  ['landed', /commanded twice/],
  ['partly', /commanded twice/],
  ['probable', /may be from this batch/],
  ['too-early', /may still be executing it/],
  ['incomplete', /not all devices could be checked/],
])('%s: sending again is not offered, and why', async (verdict, why) => {
  const found = { verdict, canSendAgain: false };
  await open(found);
  expect(screen.queryByRole('link', { name: 'Send again' })).toBeNull();
  expect(sendAgainMessage(batchOf(found))).toMatch(why);
});

test('not found shows until when, the next check, and the clock', async () => {
  await open({
    checkedUntil: '2026-03-02T14:02:31Z',
    nextCheckAt: '2026-03-02T14:06:31Z',
    clock: { lowMs: -600_300, highMs: -599_700, confirmed: true },
  });
  const status = screen.getByRole('status').textContent ?? '';
  expect(status).toContain('Not found on any of 3 Entities until');
  expect(status).toContain('Next check at');
  expect(status).toContain('The Service’s clock was 10 min behind');
  expect(screen.getByText(/sending again needs a reason/)).toBeTruthy();
});

test('landed names what it cannot rule out', async () => {
  const counts = { certain: 3, probable: 0, none: 0, unchecked: 0 };
  await open({ verdict: 'landed', canSendAgain: false, counts });
  expect(screen.getByRole('status').textContent).toContain(
    'sent by another client of your organisation at that moment is indistinguishable',
  );
});

test('an operator closes what no check could settle, only with a reason', async () => {
  await open({ verdict: 'probable', canSendAgain: false });
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
