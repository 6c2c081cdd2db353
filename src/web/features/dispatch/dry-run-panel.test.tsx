import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DispatchPlan, DryRun, DryRunList } from '../../../contract/console/dry-run.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, seeded } from '../../testing/story-states.tsx';
import { dryRunEntities, dryRunOf } from './dispatch-queries.ts';
import { DryRunPanel } from './dry-run-panel.tsx';

const plan: DispatchPlan = {
  collectiveId: uuid(900),
  kind: 'now',
  items: [{ type: 'StopCharging', value: null, triggerTime: null }],
};
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Nine are expected to fail, three of them from stale reads; nothing is known about five. */
function forecast(): DryRun {
  const { groups, ...rest } = dryRun();
  const counts = new Map<string, number>([
    ['likely', 9],
    ['nothing-known', 5],
  ]);
  return {
    ...rest,
    memberCount: 60,
    outlook: { acts: 46, unclear: 9, fails: 0, unknown: 5 },
    groups: groups.map((group) => ({
      ...group,
      problem: null,
      count: counts.get(group.kind) ?? 0,
      oldestSeenAt: null,
      ...(group.kind === 'likely' && {
        newestAt: ago(2),
        oldestAt: ago(30),
        stale: { count: 3, oldestAt: ago(40) },
      }),
    })),
  };
}

const list: DryRunList = {
  total: 1,
  asOf: ago(0),
  entities: [
    {
      id: uuid(1),
      name: 'Van 01',
      type: 'EV',
      dispatchId: null,
      seenAt: null,
      staleAt: ago(40),
      note: {
        types: ['StopCharging'],
        value: null,
        verdict: 'failed',
        count: 3,
        of: 4,
        at: '2026-02-24T14:02:00Z',
        reason: 'Not plugged in',
        others: true,
        refused: null,
        features: [],
      },
    },
  ],
};

function Panel() {
  const read = useQuery(dryRunOf(plan, () => Promise.resolve(forecast())));
  return <DryRunPanel plan={plan} dryRun={read} onSkip={null} />;
}

test('a cause has its own line, with the age of the outcomes and, if stale, of the store', async () => {
  await show(seeded(<Panel />, answered(dryRunEntities(plan, 'likely', 1), list))());
  await screen.findByRole('heading', { name: '46 of 60 can act, as far as is known' });
  const rows = within(screen.getByRole('list', { name: 'Results of the dry run' }));
  const texts = rows.getAllByRole('listitem').map((row) => row.textContent);
  expect(texts[1]).toMatch(
    /^9are likely to fail.*last seen 2 h 00 min ago\s+3 as of 40 h ago, not read since/,
  );
  // Never read is not zero, and does not mean that they can act.
  expect(texts[2]).toMatch(/^5have nothing known about them/);

  fireEvent.click(rows.getByRole('button', { name: /^List the 9/ }));
  expect(screen.getByText(/Not plugged in/).textContent).toMatch(
    /^Van 01 EV: Stop charging failed 3 of the last 4, last 24 Feb 2026, 14:02: Not plugged in, sent by another system/,
  );
});
