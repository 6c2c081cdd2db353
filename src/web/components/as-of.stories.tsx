import type { ComponentProps } from 'react';
import type { Stories } from '../gallery/story.ts';
import { SEEN_AT } from '../testing/batch-samples.ts';
import { problem } from '../testing/samples.ts';
import { AsOf } from './as-of.tsx';

function age(change: Partial<ComponentProps<typeof AsOf>>) {
  return () => (
    <AsOf
      asOf={SEEN_AT}
      error={null}
      refreshing={false}
      onRefresh={() => {}}
      what="the batches"
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'Age of what is shown',
  states: {
    'read once': age({}),
    live: age({ live: 'live' }),
    polling: age({ live: 'polling' }),
    refreshing: age({ refreshing: true }),
    stale: age({ error: problem('internal', 500), live: 'stale' }),
  },
};
