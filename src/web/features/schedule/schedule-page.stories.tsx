import type { Schedule } from '../../../contract/console/schedule.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { PLANNED, PLANNED_ELSEWHERE } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { SchedulePage } from './schedule-page.tsx';
import { scheduleOf } from './upcoming.tsx';

const read = scheduleOf();
const view = <SchedulePage search={{}} onSearch={() => {}} onOpenBatch={() => {}} />;
const holds = (change: Partial<Schedule> = {}) =>
  answered(read, {
    items: [...PLANNED, PLANNED_ELSEWHERE],
    unresolved: [],
    asOf: SEEN_AT,
    ...change,
  });

export const stories: Stories = {
  title: 'Schedule',
  states: {
    empty: seeded(view, asOperator(holds({ items: [] }))),
    'with unknown outcomes': seeded(
      view,
      asOperator(
        holds({
          unresolved: [
            { dispatchId: uuid(852), collectiveName: 'Rotterdam Delivery Vans' },
            { dispatchId: uuid(853), collectiveName: null },
          ],
        }),
      ),
    ),
    canceling: seeded(
      pressed(
        view,
        'Cancel Stop charging on Rotterdam Delivery Vans at 2 Mar 2026, 18:00 UTC, 60 of 60 open',
      ),
      asOperator(holds({ items: PLANNED.slice(0, 1) })),
    ),
    'stale, for a viewer': seeded(
      view,
      signedInAs('viewer'),
      holds(),
      failed(read, problem('internal', 500)),
    ),
  },
};
