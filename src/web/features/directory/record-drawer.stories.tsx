import { collectiveQuery, collectivesQuery, entityQuery } from '../../api/directory.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, COLLECTIVES, ENTITIES, fleet, VANS } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded } from '../../testing/story-states.tsx';
import { RecordDrawer } from './record-drawer.tsx';

const ID = uuid(301);
const collectives = answered(collectivesQuery, { collectives: [...COLLECTIVES], asOf: AS_OF });
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
    error: () => entity(failed(entityQuery(ID), away)),
    'an Entity unknown to the Service': () =>
      entity(
        ...ENTITIES.filter(({ id }) => id === ID).map((record) =>
          answered(entityQuery(ID), { entity: record, asOf: AS_OF }),
        ),
      ),
    'a Collective, stale': () => (
      <Seeded
        seeds={[
          answered(collectiveQuery(VANS.id), fleet(2)),
          failed(collectiveQuery(VANS.id), away),
        ]}
      >
        <RecordDrawer kind="collective" id={VANS.id} onClose={() => {}} />
      </Seeded>
    ),
  },
};
