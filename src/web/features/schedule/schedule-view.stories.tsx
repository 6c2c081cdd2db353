import type { ComponentProps } from 'react';
import type { Schedule } from '../../../contract/console/schedule.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { PLANNED } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { ScheduleView } from './schedule-view.tsx';

const schedule = (change: Partial<Schedule> = {}): Schedule => ({
  items: [...PLANNED],
  unresolved: [],
  asOf: SEEN_AT,
  ...change,
});

function view(change: Partial<ComponentProps<typeof ScheduleView>>) {
  return () => (
    <ScheduleView
      data={undefined}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      search={{}}
      onSearch={() => {}}
      onCancel={() => {}}
      cancelDenial={null}
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'Schedule',
  states: {
    loading: view({}),
    error: view({ error: problem('store_unavailable', 503) }),
    empty: view({ data: schedule({ items: [] }) }),
    full: view({ data: schedule(), search: { range: '30d' } }),
    'the next 24 hours, filtered': view({
      data: schedule(),
      search: { range: '24h', type: 'StopCharging', from: SEEN_AT, to: '2026-03-02T18:00:00Z' },
    }),
    'filtered to nothing': view({ data: schedule(), search: { type: 'Reset' } }),
    'unknown outcomes': view({
      data: schedule({
        unresolved: [
          { dispatchId: uuid(852), collectiveName: 'Rotterdam Delivery Vans' },
          { dispatchId: uuid(853), collectiveName: null },
        ],
      }),
    }),
    'stale, for a viewer': view({
      data: schedule(),
      error: problem('internal', 500),
      cancelDenial: 'The role viewer may not cancel Commands.',
    }),
  },
};
