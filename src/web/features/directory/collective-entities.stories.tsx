import { entitiesQuery, entityFacetsQuery } from '../../api/entity-lists.ts';
import type { Stories } from '../../gallery/story.ts';
import { ENTITY_ROWS } from '../../testing/fact-samples.ts';
import { AS_OF, FACETS } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, seeded } from '../../testing/story-states.tsx';
import { CollectiveEntities } from './collective-entities.tsx';

const COLLECTIVE = uuid(900);
const of = { collective: COLLECTIVE };
const page = (entities: typeof ENTITY_ROWS) => ({
  entities: [...entities],
  total: entities.length,
  offset: 0,
  asOf: AS_OF,
});
const view = (search = {}) => (
  <CollectiveEntities collectiveId={COLLECTIVE} search={search} onSearch={() => {}} />
);
const counted = answered(entityFacetsQuery(of), FACETS);

export const stories: Stories = {
  title: 'Entities of a Collective',
  states: {
    loading: () => view(),
    error: seeded(view(), failed(entitiesQuery(of, 0), problem('store_unavailable', 503))),
    empty: seeded(view(), answered(entitiesQuery(of, 0), page([]))),
    full: seeded(view(), answered(entitiesQuery(of, 0), page(ENTITY_ROWS)), counted),
    'filtered to nothing': seeded(
      view({ q: 'Van 99' }),
      answered(entitiesQuery({ ...of, q: 'Van 99' }, 0), page([])),
      counted,
    ),
  },
};
