import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import {
  MEMBERSHIP_ROUTES,
  type MembershipNews,
  type Sighting,
} from '../../../contract/console/membership.ts';
import { fleetCollective } from '../../api/fleet-collective.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT, SENT_AT } from '../../testing/batch-samples.ts';
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

const sighting = (last: number, change: Partial<Sighting> = {}): Sighting => ({
  entityId: uuid(last),
  name: `Van ${last} E-Transit`,
  type: 'EV',
  state: 'pending',
  batches: 1,
  removals: 0,
  firstSeenAt: SENT_AT,
  lastSeenAt: SEEN_AT,
  decided: null,
  ...change,
});
const news: MembershipNews = {
  sightings: [
    sighting(23),
    sighting(24, { name: null, type: null, batches: 0, removals: 1 }),
    sighting(25, { state: 'joined', decided: { at: SEEN_AT, by: null } }),
  ],
  leaving: {
    toldAt: SEEN_AT,
    entities: [1, 2, 3].map((last) => ({ entityId: uuid(last), name: `Van ${last}`, type: 'EV' })),
    members: 5,
  },
  asOf: SEEN_AT,
};
const toDecide = answered(query(MEMBERSHIP_ROUTES.membershipNews, { params }), news);
const noted = answered(read, {
  ...vans({ note: 'Ring the depot before 06:00.' }),
  properties: { value: { contract: 'NL-4711', roaming: true }, toldAt: SEEN_AT },
});

export const stories: Stories = {
  title: 'Collective',
  seed: asOperator(signedInAs('administrator')),
  states: {
    loading: seeded(view),
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
