import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { MEMBERSHIP_ROUTES } from '../../../contract/console/membership.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { COLLECTIVE_FACTS } from '../../testing/fact-samples.ts';
import { AS_OF, COLLECTIVES } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { CollectivesPage } from './collectives-page.tsx';
import type { ListSearch } from './directory-search.ts';

const read = query(DIRECTORY_ROUTES.collectives);
const sums = answered(
  query(DIRECTORY_ROUTES.collectiveFacts, { query: { zone: browserZone() } }),
  COLLECTIVE_FACTS,
);
const known = answered(read, { collectives: [...COLLECTIVES], asOf: AS_OF });
const entity = (last: number) => ({ entityId: uuid(last), name: `Van ${last}`, type: 'EV' });
const toDecide = answered(query(MEMBERSHIP_ROUTES.toDecide, { query: { collective: undefined } }), {
  collectives: [
    {
      id: uuid(900),
      name: 'Vans',
      members: 60,
      named: [{ ...entity(23), toldAt: AS_OF }],
      leaving: null,
    },
    {
      id: uuid(901),
      name: 'Depot',
      members: 5,
      named: [],
      leaving: { toldAt: AS_OF, entities: [entity(1), entity(2), entity(3)] },
    },
  ],
  asOf: AS_OF,
});
const away = failed(read, problem('store_unavailable', 503));
const page = (search: ListSearch = {}) => <CollectivesPage search={search} onSearch={() => {}} />;

export const stories: Stories = {
  title: 'List of Collectives',
  seed: asOperator(signedInAs('administrator')),
  states: {
    reading: seeded(page()),
    empty: seeded(page(), answered(read, { collectives: [], asOf: AS_OF }), sums),
    full: seeded(page(), known, sums),
    'to decide': seeded(page(), known, sums, toDecide),
    'stale, filtered, for a viewer': seeded(
      page({ silent: '1', sort: 'energy', order: 'desc' }),
      known,
      sums,
      away,
      signedInAs('viewer'),
    ),
    'adding a Collective': seeded(pressed(page(), 'Add a Collective'), known, sums),
  },
};
