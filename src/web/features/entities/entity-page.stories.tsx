import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, COLLECTIVES, van } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded } from '../../testing/story-states.tsx';
import { EntityPage } from './entity-page.tsx';

const ID = uuid(23);
const QUERY = query(DIRECTORY_ROUTES.entity, { params: { id: ID } });
const refused = problem('store_unavailable', 503);
const known = answered(QUERY, { entity: van(23), asOf: AS_OF });

function page(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <EntityPage
        entityId={ID}
        search={{}}
        onSearch={() => {}}
        offboardingState="None requested"
        offboarding={null}
      />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Page of an Entity',
  states: {
    loading: () => page(),
    error: () => page(failed(QUERY, refused)),
    known: () => page(known),
    'stale, in three Collectives, unknown to the Service': () =>
      page(
        answered(QUERY, {
          entity: van(23, {
            name: null,
            brand: null,
            collectives: COLLECTIVES.map(({ id, name }) => ({ id, name })),
            unreachable: { status: 404, at: AS_OF, offboardedAt: null },
          }),
          asOf: AS_OF,
        }),
        failed(QUERY, refused),
      ),
    offboarded: () =>
      page(
        answered(QUERY, {
          entity: van(23, { unreachable: { status: 404, at: AS_OF, offboardedAt: AS_OF } }),
          asOf: AS_OF,
        }),
      ),
  },
};
