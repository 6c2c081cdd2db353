import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { finding, reportOf } from '../../testing/dispatch-samples.ts';
import { GuardPanel } from './guard-panel.tsx';

const same = finding(3);
const unresolved = { ...finding(5), kind: 'unresolved', outcome: 'unknown' } as const;
const opposite = { ...finding(6), kind: 'opposite', type: 'StartCharging' } as const;
const late = {
  ...finding(7),
  kind: 'may-still-land',
  horizonAt: '2026-03-02T14:32:31Z',
  shared: { collectiveName: 'Waalhaven Night Shift', entities: 4 },
} as const;

function panel(change: Partial<ComponentProps<typeof GuardPanel>>) {
  return () => (
    <GuardPanel
      warnings={reportOf([same])}
      overridden={false}
      denial={null}
      reason=""
      reasonError={null}
      reasonMax={500}
      onOverride={() => {}}
      onReason={() => {}}
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'Warnings',
  states: {
    one: panel({}),
    'of each kind': panel({ warnings: reportOf([same, unresolved, opposite, late]) }),
    'no Entity takes it': panel({
      warnings: reportOf([{ kind: 'no-taker', type: 'LimitFeedIn', count: 60 }]),
    }),
    'more than are listed': panel({
      warnings: { ...reportOf([same]), totals: [{ kind: 'same', total: 73 }] },
    }),
    overridden: panel({ overridden: true, reason: 'The first one had no effect' }),
    'overridden, the reason is too long': panel({
      overridden: true,
      reason: 'Again',
      reasonError: 'The reason has 501 characters; the maximum is 500.',
    }),
    'an operator who may not override': panel({
      denial: 'The role operator may not send against a warning.',
    }),
  },
};
