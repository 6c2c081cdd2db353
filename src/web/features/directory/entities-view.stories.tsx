import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, COLLECTIVES, ENTITIES, FACETS } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { EntitiesView } from './entities-view.tsx';

function view(change: Partial<ComponentProps<typeof EntitiesView>>) {
  return (
    <EntitiesView
      search={{}}
      onSearch={() => {}}
      total={ENTITIES.length}
      asOf={AS_OF}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      stale={false}
      rowAt={(index) => ENTITIES[index]}
      onWindow={() => {}}
      facets={FACETS}
      facetsError={null}
      collectives={COLLECTIVES}
      onEdit={() => {}}
      actions={null}
      {...change}
    />
  );
}

const UNREAD = { total: undefined, asOf: null, facets: undefined, collectives: [] };
const away = problem('store_unavailable', 503);

export const stories: Stories = {
  title: 'List of Entities',
  states: {
    loading: () => view(UNREAD),
    error: () => view({ ...UNREAD, error: away }),
    empty: () => view({ total: 0 }),
    'nothing matches': () => view({ total: 0, search: { q: 'huawei', type: 'EV' } }),
    full: () => view({}),
    'partial, the next rows are being read': () => view({ total: 12, stale: true }),
    'stale, tall rows, all columns, for a viewer': () =>
      view({
        error: away,
        onEdit: null,
        search: {
          rows: 'roomy',
          sort: 'brand',
          order: 'desc',
          cols: 'name,type,brand,place,tags,collectives,source,known,health,note,id',
        },
      }),
  },
};
