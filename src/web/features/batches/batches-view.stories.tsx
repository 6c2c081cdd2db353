import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { batchList, SEEN_AT, SENT_BATCHES } from '../../testing/batch-samples.ts';
import { problem } from '../../testing/samples.ts';
import { BatchesFilters } from './batches-filters.tsx';
import { BatchesView } from './batches-view.tsx';

const [running, ...ended] = SENT_BATCHES;

function view(change: Partial<ComponentProps<typeof BatchesView>>) {
  return () => (
    <BatchesView
      batches={undefined}
      running={[]}
      asOf={SEEN_AT}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      more={false}
      onOlder={() => {}}
      narrowed={false}
      zone="Europe/Amsterdam"
      nowMs={Date.parse(SEEN_AT)}
      live="live"
      filters={
        <BatchesFilters
          search={change.narrowed === true ? { type: 'Reset', outcome: 'accepted' } : {}}
          operators={batchList([]).operators}
          onSearch={() => {}}
        />
      }
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'Activity',
  states: {
    loading: view({}),
    error: view({ error: problem('internal', 500) }),
    empty: view({ batches: [] }),
    'filtered to nothing': view({ batches: [], narrowed: true }),
    full: view({
      batches: SENT_BATCHES,
      running: running === undefined ? [] : [running],
    }),
    partial: view({ batches: ended, more: true, error: problem('internal', 500), live: 'polling' }),
  },
};
