import type { Stories } from '../../gallery/story.ts';
import { ENTITY_ROWS } from '../../testing/fact-samples.ts';
import { AS_OF, FACETS } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, seeded } from '../../testing/story-states.tsx';
import { CollectiveEntities } from './collective-entities.tsx';
import { entitiesOf, facetsOf } from './directory-queries.ts';

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
const counted = answered(facetsOf(of), FACETS);

export const stories: Stories = {
  title: 'Entities of a Collective',
  states: {
    loading: () => view(),
    error: seeded(view(), failed(entitiesOf(of, 0), problem('store_unavailable', 503))),
    empty: seeded(view(), answered(entitiesOf(of, 0), page([]))),
    full: seeded(view(), answered(entitiesOf(of, 0), page(ENTITY_ROWS)), counted),
    'filtered to nothing': seeded(
      view({ q: 'Van 99' }),
      answered(entitiesOf({ ...of, q: 'Van 99' }, 0), page([])),
      counted,
    ),
  },
};
