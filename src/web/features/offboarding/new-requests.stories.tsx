import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, pressed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { NewRequests } from './new-requests.tsx';

const view = <NewRequests onBegun={() => {}} onClose={() => {}} />;
const FIELD = 'Ids of the Entities';
const { collective } = vans();

export const stories: Stories = {
  title: 'Offboard Entities',
  layout: 'alone',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.collectives), { collectives: [collective], asOf: SEEN_AT }),
  ),
  states: {
    empty: seeded(view),
    'invalid ids': seeded(pressed(view, [FIELD, `${uuid(1)} van-7`])),
    'confirming the request': seeded(pressed(view, [FIELD, uuid(1)], 'Offboard 1 Entity')),
    'a viewer': seeded(view, signedInAs('viewer')),
  },
};
