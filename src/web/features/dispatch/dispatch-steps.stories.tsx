import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { ENDED, vanBatch } from '../../testing/batch-samples.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { pressed } from '../../testing/story-states.tsx';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { DispatchSheet } from './dispatch-sheet.tsx';
import { DispatchSteps } from './dispatch-steps.tsx';

const ROW = { time: '02:30', zone: 'Europe/Amsterdam', value: '', unit: 'W', meant: '' } as const;

/** A separate draft for each state, so that they do not share input. */
function steps(draftKey: string, change: Partial<ComponentProps<typeof DispatchSteps>> = {}) {
  return (
    <DispatchSheet above="Rotterdam Delivery Vans · 6 Entities" onClose={() => {}}>
      <DispatchSteps
        collectiveId={uuid(900)}
        detail={vans()}
        draftKey={draftKey}
        initial={EMPTY_FIELDS}
        previous={null}
        overrideDenial={null}
        guardDenial={null}
        confirmEntities={100}
        readDryRun={() => Promise.resolve(dryRun())}
        send={() => Promise.resolve()}
        onSent={() => {}}
        {...change}
      />
    </DispatchSheet>
  );
}

const LIMIT: ComponentProps<typeof DispatchSteps>['initial'] = {
  ...EMPTY_FIELDS,
  type: 'LimitFeedIn',
  value: '4.2',
  unit: 'kW',
  ignoreCooldown: true,
};
const LATER = {
  ...EMPTY_FIELDS,
  when: 'later',
  rows: [
    { ...ROW, date: '2026-03-29', type: 'StopCharging' },
    { ...ROW, date: '2026-10-25', type: 'LimitFeedIn', value: '4200' },
    { ...ROW, date: '2026-02-01', type: '' },
  ],
} as const satisfies Partial<ComponentProps<typeof DispatchSteps>['initial']>;
const later = { initial: { ...LATER, rows: [...LATER.rows] } };

export const stories: Stories = {
  title: 'Dispatch: configure',
  layout: 'alone',
  states: {
    empty: () => steps('empty'),
    'something is missing': () => pressed(steps('missing'), 'Review'),
    'not for this Collective': () => pressed(steps('others'), 'Not for this Collective (4)'),
    'a limit': () => steps('limit', { initial: LIMIT }),
    'cooldowns ignored': () => pressed(steps('ignored', { initial: LIMIT }), 'When'),
    'repeats a batch': () => steps('repeats', { previous: vanBatch(ENDED).batch }),
    'cooldowns not allowed': () =>
      pressed(
        steps('denied', { overrideDenial: 'The role operator may not ignore cooldowns.' }),
        'When',
      ),
    templates: () => pressed(steps('templates'), 'Templates and last dispatch'),
    'planned Commands instead of one': () => pressed(steps('planned', later), 'Command'),
    later: () => steps('later', later),
    'later, something is missing': () => pressed(steps('later missing', later), 'Review'),
  },
};
