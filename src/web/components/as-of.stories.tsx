import type { Stories } from '../gallery/story.ts';
import { SEEN_AT } from '../testing/batch-samples.ts';
import { problem } from '../testing/samples.ts';
import { AsOf } from './as-of.tsx';

const READ = { asOf: SEEN_AT, error: null, fetching: false, refresh: () => {} };

function age(read: Partial<typeof READ> | { error: unknown }, live?: 'live' | 'polling' | 'stale') {
  return () => <AsOf read={{ ...READ, ...read }} what="the batches" live={live} />;
}

export const stories: Stories = {
  title: 'Age of what is shown',
  states: {
    'read once': age({}),
    live: age({}, 'live'),
    polling: age({}, 'polling'),
    refreshing: age({ fetching: true }),
    stale: age({ error: problem('internal', 500) }, 'stale'),
  },
};
