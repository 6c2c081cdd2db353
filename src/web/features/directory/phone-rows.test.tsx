import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { ENDED, vanBatch } from '../../testing/batch-samples.ts';
import { PLANNED } from '../../testing/collective-samples.ts';
import { collectiveFacts, energyDays, ENTITY_ROWS } from '../../testing/fact-samples.ts';
import { collective } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { CollectiveLines } from './collective-row.tsx';
import { narrowEntity } from './entity-row.tsx';

async function entityText(at: number): Promise<string[]> {
  const row = ENTITY_ROWS[at];
  if (row === undefined) throw new Error('There are five samples');
  const { second, third } = narrowEntity(row);
  await show(
    <>
      <p data-testid="second">{second}</p>
      <p data-testid="third">{third}</p>
    </>,
  );
  return ['second', 'third'].map((id) => screen.getByTestId(id).textContent ?? '');
}

async function collectiveText(change: Partial<CollectiveFacts>): Promise<string> {
  const row = { ...collective(['EV']).collective, entityCount: 46 };
  await show(<CollectiveLines row={{ ...row, facts: collectiveFacts(row, change) }} />);
  return screen.getByTestId('shown').textContent ?? '';
}

test('an Entity shows the outcome of its last Command and its last-seen time first', async () => {
  const [state, facts] = await entityText(0);
  expect(state).toMatch(/^Verified.*· seen /);
  expect(facts).toMatch(/^[\d.]+ kWh in 30 days · next: Start charging, .* · EV$/);
});

test('a concern comes first, and a stale fact shows its age', async () => {
  const [, facts] = await entityText(2);
  expect(facts).toMatch(/^silent · no energy in 30 days, stale, as of /);
});

test('facts never read are marked, unknown ones have no dash', async () => {
  const [state, facts] = await entityText(3);
  expect(state).toBe('never read');
  expect(facts).toMatch(/^5 reads fail · /);
  expect(facts).not.toContain('–');
});

test('a Collective never shows a sum of some of its Entities as one of all', async () => {
  const energy = { ...energyDays(40), value: 5733, readOf: { known: 40, of: 46 } };
  expect(await collectiveText({ energy })).toContain('5,733 kWh in 30 days from 40 of 46 Entities');
});

test('a Collective shows concerns, the next plan, and the outcome of its last batch', async () => {
  const text = await collectiveText({
    silent: 3,
    failing: 2,
    partial: 4,
    unread: 6,
    next: PLANNED[0] ?? null,
    lastBatch: vanBatch(ENDED).batch,
  });
  expect(text).toContain('3 silent · 2 with failing reads · 4 partly read · 6 never read · next: ');
  expect(text).toMatch(/Stop charging, .*Outcome: \d+ of \d+ verified/);
});
