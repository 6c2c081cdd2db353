import type { ComponentProps } from 'react';
import type {
  DryRun,
  DryRunGroupKind,
  DryRunList,
  DryRunNote,
} from '../../../contract/console/dry-run.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, pressed, seeded } from '../../testing/story-states.tsx';
import { dryRunEntities } from './dispatch-queries.ts';
import { GROUP_LABELS } from './dry-run-labels.ts';
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
  of: 0,
  at: SEEN_AT,
  reason: null,
  others: false,
  refused: null,
  features: [],
};
const DAYS_AGO = '2026-02-26T08:00:00Z';
/** Entities with one cause; the last one is stale. */
const causes = (notes: readonly Partial<DryRunNote>[]): DryRunList => ({
  total: notes.length,
  asOf: SEEN_AT,
  entities: notes.map((change, at) => ({
    id: uuid(at + 1),
    name: `Van 0${at + 1}`,
    type: 'EV',
    note: { ...NOTE, verdict: 'failed', ...change },
    dispatchId: null,
    seenAt: null,
    staleAt: at === notes.length - 1 ? DAYS_AGO : null,
  })),
});
const likely = causes([
  { reason: 'Device busy', others: true, count: 3, of: 4 },
  { verdict: 'disproven', of: 1 },
  { count: 2, of: 5 },
]);
const list = dryRunEntities(plan, 'just-finished', 1);
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
    staleAt: null,
  })),
});
const SHOW = `List the 1 that ${GROUP_LABELS['just-finished']}`;

const outlook = (
  acts: number,
  unclear: number,
  fails: number,
  why: DryRunGroupKind = 'likely',
) => ({
  memberCount: acts + unclear + fails,
  outlook: { acts, unclear, fails, unknown: 0 },
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

/** Each cause with its own line and age. */
const byCause = (): DryRun => {
  const counts = new Map<DryRunGroupKind, number>([
    ['failing', 2],
    ['likely', 9],
    ['offline', 1],
    ['unplugged', 7],
    ['silent', 2],
    ['features-off', 1],
    ['capture-off', 4],
    ['nothing-known', 5],
  ]);
  const { groups, ...rest } = dryRun();
  return {
    ...rest,
    memberCount: 60,
    outlook: { acts: 39, unclear: 14, fails: 2, unknown: 5 },
    groups: groups.map((group) => ({
      ...group,
      problem: null,
      count: counts.get(group.kind) ?? 0,
      oldestSeenAt: null,
      newestAt: group.kind === 'nothing-known' ? null : SEEN_AT,
      oldestAt: group.kind === 'likely' ? DAYS_AGO : SEEN_AT,
      stale: group.kind === 'likely' ? { count: 3, oldestAt: DAYS_AGO } : null,
    })),
  };
};

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
    causes: () => panel({ data: byCause() }),
    'likely to fail': seeded(
      pressed(panel({ data: byCause() }), `List the 9 that ${GROUP_LABELS.likely}`),
      answered(dryRunEntities(plan, 'likely', 1), likely),
    ),
    'nothing known': () =>
      panel({
        data: {
          ...dryRun(),
          ...outlook(0, 3, 0, 'nothing-known'),
          outlook: { acts: 0, unclear: 0, fails: 0, unknown: 3 },
        },
      }),
    'the Entities behind a number': seeded(pressed(whole, SHOW), answered(list, behind(120))),
    'these are read': seeded(pressed(whole, SHOW)),
    'these could not be read': seeded(pressed(whole, SHOW), failed(list, problem('internal', 500))),
  },
};
