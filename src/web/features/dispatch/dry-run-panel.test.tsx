import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  DispatchPlan,
  DryRun,
  DryRunCount,
  DryRunList,
} from '../../../contract/console/dry-run.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, seeded } from '../../testing/story-states.tsx';
import { verdictTitle, DryRunPanel, dryRunEntities, dryRunOf } from './dry-run-panel.tsx';

const plan: DispatchPlan = {
  collectiveId: uuid(900),
  kind: 'now',
  items: [{ type: 'StopCharging', value: null, triggerTime: null }],
};

function counting(many: Partial<Record<DryRunCount, number>>): DryRun {
  const counts = dryRun().counts.map(({ kind }) => ({ kind, count: many[kind] ?? 0 }));
  return { ...dryRun(), memberCount: counts.reduce((sum, { count }) => sum + count, 0), counts };
}

const list: DryRunList = {
  total: 1,
  entities: [
    { id: uuid(1), name: 'Van 01', type: 'EV', at: '2026-02-24T14:02:00Z', dispatchId: uuid(7) },
  ],
};

function Panel() {
  const answer = counting({ 'can-act': 46, failed: 9, 'unknown-type': 5 });
  const read = useQuery(dryRunOf(plan, () => Promise.resolve(answer)));
  return <DryRunPanel plan={plan} dryRun={read} onSkip={null} />;
}

test('one verdict, a row for each count that is not zero, and its Entities in a list', async () => {
  await show(seeded(<Panel />, answered(dryRunEntities(plan, 'failed', 1), list))());
  await screen.findByRole('heading', { name: '46 of 60 can act, as far as is known' });
  const rows = within(screen.getByRole('list', { name: 'Results of the dry run' }));
  expect(rows.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '46can act: nothing known prevents itList',
    '5are of unknown typeList',
    '9failed last timeList',
  ]);
  expect(screen.getByText(/being offboarded is not known/)).toBeTruthy();
  fireEvent.click(rows.getByRole('button', { name: 'List the 9 that failed last time' }));
  const found = within(screen.getByRole('list', { name: 'Entities that failed last time' }));
  expect(found.getByRole('listitem').textContent).toMatch(/^Van 01 EV, .* its batch$/);
});

test.each([
  [{}, 'No Entity is known'],
  [{ 'wrong-type': 3 }, 'None of 3 Entities can act'],
  [{ 'wrong-type': 2, 'unknown-type': 1 }, 'It is unclear whether any of 3 Entities can act'],
])('the verdict on %j', (many, title) => {
  expect(verdictTitle(counting(many))).toBe(title);
});
