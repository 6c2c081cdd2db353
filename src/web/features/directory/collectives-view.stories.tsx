import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { COLLECTIVE_FACTS } from '../../testing/fact-samples.ts';
import { AS_OF, COLLECTIVES } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { CollectivesView } from './collectives-view.tsx';

const KNOWN = { collectives: [...COLLECTIVES], asOf: AS_OF };
const away = problem('store_unavailable', 503);

function view(change: Partial<ComponentProps<typeof CollectivesView>>) {
  return (
    <CollectivesView
      data={KNOWN}
      facts={COLLECTIVE_FACTS}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      search={{}}
      onSearch={() => {}}
      denial={null}
      onEdit={() => {}}
      actions={null}
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'List of Collectives',
  states: {
    loading: () => view({ data: undefined }),
    error: () => view({ data: undefined, error: away }),
    empty: () => view({ data: { collectives: [], asOf: AS_OF } }),
    'empty, for a viewer': () =>
      view({
        data: { collectives: [], asOf: AS_OF },
        onEdit: null,
        denial: 'The role viewer may not change the directory.',
      }),
    'nothing matches': () => view({ search: { q: 'huawei' } }),
    full: () => view({}),
    'its Entities are being added up': () => view({ facts: undefined }),
    'with silent Entities': () => view({ search: { silent: '1', sort: 'energy', order: 'desc' } }),
    'stale, filtered': () => view({ error: away, search: { tag: 'night' } }),
  },
};
