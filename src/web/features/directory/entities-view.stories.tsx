import type { ComponentProps } from 'react';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { sessionQuery } from '../../api/session.ts';
import type { Stories } from '../../gallery/story.ts';
import { ENTITY_ROWS, UNREAD_FACTS } from '../../testing/fact-samples.ts';
import { AS_OF, COLLECTIVES, FACETS } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { EntitiesView } from './entities-view.tsx';

function view(change: Partial<ComponentProps<typeof EntitiesView>>) {
  return (
    <EntitiesView
      search={{}}
      onSearch={() => {}}
      total={ENTITY_ROWS.length}
      asOf={AS_OF}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      stale={false}
      rowAt={(index) => ENTITY_ROWS[index]}
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
const NOTHING_FILLED = {
  ...FACETS.filled,
  outcome: 0,
  seen: 0,
  energy: 0,
  capacity: 0,
  capture: 0,
  planned: 0,
  reads: 0,
};
const OFF: SessionAnswer = {
  operator: { id: 'o1', name: 'Jonas Verbeek', role: 'operator' },
  signIn: { demo: [], password: true, setup: false },
  embedded: false,
  readsFleet: false,
};
const away = problem('store_unavailable', 503);

const PART_FACTS = {
  ...UNREAD_FACTS,
  failing: null,
  partial: {
    count: 2,
    message: 'One item of data could not be used: data.4.id. The others are kept.',
    of: ['commands' as const, 'sessions' as const],
  },
};

export const stories: Stories = {
  title: 'List of Entities',
  states: {
    loading: () => view(UNREAD),
    error: () => view({ ...UNREAD, error: away }),
    empty: () => view({ total: 0 }),
    'nothing matches': () => view({ total: 0, search: { q: 'huawei', type: 'EV' } }),
    full: () => view({}),
    'partly read': () =>
      view({
        rowAt: (index) => {
          const row = ENTITY_ROWS[index];
          return row === undefined ? undefined : { ...row, facts: PART_FACTS };
        },
      }),
    'nothing was read yet': () =>
      view({
        rowAt: (index) => {
          const row = ENTITY_ROWS[index];
          return row === undefined ? undefined : { ...row, facts: null };
        },
        facets: { ...FACETS, filled: NOTHING_FILLED },
      }),
    'fleet reading is off': () => (
      <Seeded seeds={[answered(sessionQuery, OFF)]}>
        {view({ facets: { ...FACETS, filled: NOTHING_FILLED } })}
      </Seeded>
    ),
    'filtered by what is known': () =>
      view({ search: { outcome: 'failed', silent: '1', sort: 'energy', order: 'desc' } }),
    'partial, the next rows are being read': () => view({ total: 12, stale: true }),
    'stale, all columns, for a viewer': () =>
      view({
        error: away,
        onEdit: null,
        search: {
          sort: 'brand',
          order: 'desc',
          cols: 'name,type,brand,outcome,seen,energy,capacity,capture,planned,reads,place,tags,collectives,source,known,note,id',
        },
      }),
  },
};
