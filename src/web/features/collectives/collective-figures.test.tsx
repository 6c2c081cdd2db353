import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SENT_BATCHES } from '../../testing/batch-samples.ts';
import { glance } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { CollectiveFigures } from './collective-figures.tsx';

const tile = (label: string) =>
  screen.getAllByText(label).map((term) => term.parentElement?.textContent)[0];

test('sums show what they leave out, what is provisional and which days are compared', async () => {
  await show(<CollectiveFigures overview={glance()} />);
  expect(tile('Energy, 7 days')).toContain('+7.2 % on the week before, over 5 complete days');
  expect(tile('Energy, 7 days')).toContain('+3 not counted');
  expect(tile('Energy, 30 days')).toContain('+6 not counted');
  expect(
    screen.queryAllByTitle(/4,180\.25 kWh, 24 Feb 2026 to 2 Mar 2026, provisional from/),
  ).toHaveLength(1);
});

test('without any session there is a dash instead of zero', async () => {
  const { energy } = glance();
  if (energy === null) throw new Error('no sample');
  await show(
    <CollectiveFigures
      overview={glance({ energy: { ...energy, sessions: 0, month: 0, days: energy.days } })}
    />,
  );
  expect(tile('Energy, 30 days')).toBe('Energy, 30 days–no charge session is known');
});

test('a running batch shows its own counts', async () => {
  const [batch] = SENT_BATCHES;
  if (batch === undefined) throw new Error('no sample');
  const running = {
    ...batch,
    outcome: 'accepted' as const,
    settled: false,
    open: 48,
    unaccounted: 0,
    nextTriggerAt: null,
    verdictCounts: { verified: 12, sent: 48 },
  };
  await show(<CollectiveFigures overview={glance({ batches: [running] })} />);
  expect(tile('Last Command verified')).toContain('running: 12 of 60 verified so far, 48 sent');
});
