import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, COLLECTIVES, ENTITIES, fleet, VANS } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded } from '../../testing/story-states.tsx';
import { RecordDrawer } from './record-drawer.tsx';

const ID = uuid(301);
const collectives = answered(query(DIRECTORY_ROUTES.collectives), {
  collectives: [...COLLECTIVES],
  asOf: AS_OF,
});
const read = query(DIRECTORY_ROUTES.entity, { params: { id: ID } });
const vans = query(DIRECTORY_ROUTES.collective, { params: { id: VANS.id } });
const away = problem('store_unavailable', 503);

function entity(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[collectives, ...seeds]}>
      <RecordDrawer kind="entity" id={ID} onClose={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Record of the directory',
  layout: 'alone',
  states: {
    loading: () => entity(),
    error: () => entity(failed(read, away)),
    'an Entity unknown to the Service': () =>
      entity(
        ...ENTITIES.filter(({ id }) => id === ID).map((record) =>
          answered(read, { entity: record, asOf: AS_OF }),
        ),
      ),
    'a Collective, stale': () => (
      <Seeded seeds={[answered(vans, fleet(2)), failed(vans, away)]}>
        <RecordDrawer kind="collective" id={VANS.id} onClose={() => {}} />
      </Seeded>
    ),
  },
};
