import {
  MEMBERSHIP_ROUTES,
  type MembershipNews,
  type Sighting,
} from '../../../contract/console/membership.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT, SENT_AT } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { MembershipPanel } from './membership-panel.tsx';

const view = <MembershipPanel collectiveId={uuid(900)} />;
const read = query(MEMBERSHIP_ROUTES.membershipNews, { params: { id: uuid(900) } });
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
const holds = (change: Partial<MembershipNews>) =>
  answered(read, { sightings: [], leaving: null, asOf: SEEN_AT, ...change });
const PENDING = [sighting(23), sighting(24, { name: null, type: null, batches: 0, removals: 1 })];
const LEAVING = {
  toldAt: SEEN_AT,
  entities: [1, 2, 3].map((last) => ({ entityId: uuid(last), name: `Van ${last}`, type: 'EV' })),
  members: 5,
};

export const stories: Stories = {
  title: 'Membership in answers',
  seed: asOperator(signedInAs('administrator')),
  states: {
    error: seeded(view, failed(read, problem('internal', 500))),
    'seen in answers': seeded(view, holds({ sightings: PENDING })),
    'more than are listed': seeded(
      view,
      holds({ sightings: Array.from({ length: 25 }, (_, at) => sighting(at + 1)) }),
    ),
    decided: seeded(
      pressed(view, '1 Entity joined after answers, 1 Entity kept out'),
      holds({
        sightings: [
          sighting(25, { state: 'joined', decided: { at: SEEN_AT, by: null } }),
          sighting(26, { state: 'dismissed', decided: { at: SEEN_AT, by: 'Ada Bakker' } }),
        ],
      }),
    ),
    'many would leave': seeded(view, holds({ leaving: LEAVING })),
    'an operator who may not decide': seeded(
      view,
      holds({ sightings: PENDING, leaving: LEAVING }),
      signedInAs('viewer'),
    ),
  },
};
