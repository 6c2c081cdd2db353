import type { ComponentProps } from 'react';
import type { DryRunGroupKind, DryRunList, DryRunNote } from '../../../contract/console/dry-run.ts';
import { dryRunListQuery } from '../../api/dry-run.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, pressed, seeded } from '../../testing/story-states.tsx';
import { DryRunPanel } from './dry-run-panel.tsx';

type Props = ComponentProps<typeof DryRunPanel>;

const item = { type: 'StopCharging', value: null, triggerTime: null };
const plan: Props['plan'] = { collectiveId: uuid(900), kind: 'now', items: [item] };
const panel = (state: Partial<Props['state']>, onSkip: Props['onSkip'] = null) => (
  <DryRunPanel
    plan={plan}
    state={{ data: undefined, error: null, fetching: false, refresh: () => {}, ...state }}
    onSkip={onSkip}
  />
);
const whole = panel({ data: dryRun() });
const NOTE: DryRunNote = {
  types: ['StopCharging'],
  value: null,
  verdict: 'verified',
  count: 1,
  at: SEEN_AT,
  reason: null,
  others: false,
  refused: null,
};
const likely: DryRunList = {
  total: 3,
  asOf: SEEN_AT,
  entities: [
    { reason: 'Not plugged in', others: true },
    { reason: null, verdict: 'disproven' },
    { refused: 404, verdict: null, at: null },
  ].map((change, at) => ({
    id: uuid(at + 1),
    name: `Van 0${at + 1}`,
    type: 'EV',
    note: { ...NOTE, verdict: 'failed', ...change },
    dispatchId: null,
    seenAt: SEEN_AT,
  })),
};
const list = dryRunListQuery(plan, 'just-finished', 1);
const behind = (total: number): DryRunList => ({
  total,
  asOf: SEEN_AT,
  entities: [1, 2].map((last) => ({
    id: uuid(last),
    name: last === 1 ? 'Van 01 E-Transit' : null,
    type: last === 1 ? 'EV' : null,
    note: NOTE,
    dispatchId: last === 1 ? uuid(800) : null,
    seenAt: SEEN_AT,
  })),
});
const SHOW = 'List the 1 that have just finished a Command';

const outlook = (
  acts: number,
  unclear: number,
  fails: number,
  why: DryRunGroupKind = 'just-finished',
) => ({
  memberCount: acts + unclear + fails,
  outlook: { acts, unclear, fails },
  groups: dryRun().groups.map((group) => ({
    ...group,
    problem: null,
    count:
      new Map<string, number>([
        [why, unclear],
        ['wrong-type', fails],
      ]).get(group.kind) ?? 0,
  })),
});

export const stories: Stories = {
  title: 'Dry run',
  states: {
    loading: () => panel({}),
    'loading, may be skipped': () => panel({ fetching: true }, () => {}),
    error: () => panel({ error: problem('internal', 500) }),
    full: () => whole,
    stale: () => panel({ data: dryRun(), error: problem('internal', 500) }),
    'all act': () => panel({ data: { ...dryRun(), ...outlook(60, 0, 0) } }),
    'none acts': () => panel({ data: { ...dryRun(), ...outlook(0, 0, 60) } }),
    'all unclear': () => panel({ data: { ...dryRun(), ...outlook(0, 60, 0) } }),
    'most act': () => panel({ data: { ...dryRun(), ...outlook(46, 9, 5) } }),
    'likely to fail': seeded(
      pressed(
        panel({ data: { ...dryRun(), ...outlook(54, 3, 3, 'likely') } }),
        'List the 3 that are likely to fail',
      ),
      answered(dryRunListQuery(plan, 'likely', 1), likely),
    ),
    'the Entities behind a number': seeded(pressed(whole, SHOW), answered(list, behind(120))),
    'these are read': seeded(pressed(whole, SHOW)),
    'these could not be read': seeded(pressed(whole, SHOW), failed(list, problem('internal', 500))),
  },
};
