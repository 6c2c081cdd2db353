import { expect, test } from 'vitest';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { createReportPulse, type ChangedRun } from './pulse.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const RUN = { id: '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0101', isDraft: false };
const DRAFT = { id: '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0102', isDraft: true };

function started() {
  const clock = manualClock(NOW);
  const told: ChangedRun[] = [];
  const pulse = createReportPulse(clock, (run) => told.push(run));
  return { clock, told, pulse };
}

test('announces a report at once, and then once a second however often it changes', () => {
  const { clock, told, pulse } = started();
  const at: number[] = [];
  for (let tenths = 0; tenths < 30; tenths += 1) {
    pulse.changed(RUN);
    const before = told.length;
    clock.advance(100);
    if (told.length > before) at.push(tenths);
  }
  expect(at).toEqual([0, 9, 19, 29]);
  clock.advance(5000);
  // Nothing is announced without a change.
  expect(told).toEqual([RUN, RUN, RUN, RUN]);
});

test('announces each of several reports', () => {
  const { clock, told, pulse } = started();
  pulse.changed(RUN);
  pulse.changed(DRAFT);
  pulse.changed(RUN);
  clock.advance(100);
  expect(told).toEqual([RUN, DRAFT]);
});

test('announces nothing after it was stopped', () => {
  const { clock, told, pulse } = started();
  pulse.changed(RUN);
  pulse.stop();
  pulse.changed(DRAFT);
  clock.advance(5000);
  expect(told).toEqual([]);
});
