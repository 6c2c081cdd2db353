import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { MEMBERSHIP_ROUTES } from '../../../contract/console/membership.ts';
import { fleetCollective } from '../../api/fleet-status.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { glance, nothingKnown } from '../../testing/fleet-entity-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { CollectivePage } from './collective-page.tsx';

const params = { id: uuid(900) };
const read = query(DIRECTORY_ROUTES.collective, { params });
const overview = fleetCollective(uuid(900), browserZone());
const view = <CollectivePage collectiveId={uuid(900)} search={{}} onSearch={() => {}} />;

const entity = (last: number) => ({ entityId: uuid(last), name: `Van ${last}`, type: 'EV' });
const toDecide = answered(query(MEMBERSHIP_ROUTES.toDecide, { query: { collective: uuid(900) } }), {
  collectives: [
    {
      id: uuid(900),
      name: 'Vans',
      members: 5,
      named: [
        { ...entity(23), toldAt: SEEN_AT },
        { entityId: uuid(24), name: null, type: null, toldAt: SEEN_AT },
      ],
      leaving: { toldAt: SEEN_AT, entities: [1, 2, 3].map(entity) },
    },
  ],
  asOf: SEEN_AT,
});
const noted = answered(read, {
  ...vans({ note: 'Ring the depot before 06:00.' }),
  properties: { value: { contract: 'NL-4711', roaming: true }, toldAt: SEEN_AT },
});

export const stories: Stories = {
  title: 'Collective',
  seed: asOperator(signedInAs('administrator')),
  states: {
    empty: seeded(
      view,
      answered(read, { ...vans(), entities: [] }),
      answered(overview, nothingKnown()),
    ),
    full: seeded(view, answered(read, vans()), answered(overview, glance())),
    'to decide, refused by the Service': seeded(
      view,
      answered(read, vans({ unreachable: { status: 404, at: SEEN_AT, offboardedAt: null } })),
      answered(overview, glance()),
      toDecide,
    ),
    'stale, for a viewer': seeded(
      view,
      noted,
      answered(overview, glance()),
      failed(overview, problem('internal', 500)),
      toDecide,
      signedInAs('viewer'),
    ),
  },
};
