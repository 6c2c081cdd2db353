import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { ENTITY_ROWS, UNREAD_FACTS } from '../../testing/fact-samples.ts';
import { AS_OF, COLLECTIVES, FACETS } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { entitiesOf, facetsOf } from './directory-queries.ts';
import { entityFilterOf } from '../../components/list/entity-filters.ts';
import { entityListOf, type ListSearch } from './directory-search.ts';
import { EntitiesPage } from './entities-page.tsx';

const page = (search: ListSearch = {}) => <EntitiesPage search={search} onSearch={() => {}} />;
const holds = (entities: readonly EntityListRow[], search: ListSearch = {}) =>
  answered(entitiesOf(entityListOf(search), 0), {
    entities: [...entities],
    total: entities.length,
    offset: 0,
    asOf: AS_OF,
  });
const counted = (search: ListSearch = {}) => answered(facetsOf(entityFilterOf(search)), FACETS);
const away = (search: ListSearch = {}) =>
  failed(entitiesOf(entityListOf(search), 0), problem('store_unavailable', 503));

const PARTLY_READ = {
  ...UNREAD_FACTS,
  failing: null,
  partial: {
    count: 2,
    message: 'One item of data could not be used: data.4.id. The others are kept.',
    of: ['commands' as const, 'sessions' as const],
  },
};
const ALL_COLUMNS: ListSearch = {
  sort: 'brand',
  order: 'desc',
  cols: 'name,type,brand,outcome,seen,energy,capacity,capture,planned,reads,place,tags,collectives,source,known,note,id',
};

export const stories: Stories = {
  title: 'List of Entities',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.collectives), { collectives: [...COLLECTIVES], asOf: AS_OF }),
  ),
  states: {
    reading: seeded(page()),
    error: seeded(page(), away()),
    empty: seeded(page(), holds([])),
    full: seeded(page(), holds(ENTITY_ROWS), counted()),
    'partly read': seeded(
      page(),
      holds(ENTITY_ROWS.map((row) => ({ ...row, facts: PARTLY_READ }))),
      counted(),
    ),
    'stale, all columns, for a viewer': seeded(
      page(ALL_COLUMNS),
      holds(ENTITY_ROWS, ALL_COLUMNS),
      counted(),
      away(ALL_COLUMNS),
      signedInAs('viewer'),
    ),
  },
};
