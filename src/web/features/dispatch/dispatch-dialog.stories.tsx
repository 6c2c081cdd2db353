import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { vans } from '../../testing/collective-samples.ts';
import { dryRun, finding } from '../../testing/dispatch-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, pressed, seeded } from '../../testing/story-states.tsx';
import { DispatchDialog } from './dispatch-dialog.tsx';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { DispatchSheet } from './dispatch-sheet.tsx';
import { DispatchSteps } from './dispatch-steps.tsx';

const view = (
  <DispatchDialog
    collectiveId={uuid(900)}
    command={null}
    previousId={null}
    onCollective={() => {}}
    onClose={() => {}}
    onSent={() => {}}
  />
);
const read = query(DIRECTORY_ROUTES.collective, { params: { id: uuid(900) } });

const ROW = { time: '02:30', zone: 'Europe/Amsterdam', value: '', unit: 'W', meant: '' } as const;
const LATER = {
  ...EMPTY_FIELDS,
  when: 'later' as const,
  rows: [
    { ...ROW, date: '2026-03-29', type: 'StopCharging' },
    { ...ROW, date: '2026-10-25', type: 'LimitFeedIn', value: '4200' },
    { ...ROW, date: '2026-02-01', type: '' },
  ],
};

/** The steps with a forecast that warns. A separate draft for each state: they do not share input. */
function steps(draftKey: string, initial: typeof LATER | typeof EMPTY_FIELDS) {
  return (
    <DispatchSheet above="Rotterdam Delivery Vans · 6 Entities" onClose={() => {}}>
      <DispatchSteps
        collectiveId={uuid(900)}
        detail={vans()}
        draftKey={draftKey}
        initial={initial}
        command={null}
        previous={null}
        readDryRun={() => Promise.resolve(dryRun([finding(7)]))}
        send={() => Promise.resolve()}
        onSent={() => {}}
      />
    </DispatchSheet>
  );
}

export const stories: Stories = {
  title: 'Dispatch',
  layout: 'alone',
  seed: asOperator(),
  states: {
    configure: seeded(view, answered(read, vans())),
    'later, something is missing': () => pressed(steps('later', LATER), 'Review'),
    'review, with a warning': () =>
      pressed(steps('review', { ...EMPTY_FIELDS, type: 'Disconnect' }), 'Review'),
  },
};
