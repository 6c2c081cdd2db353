import type { Member } from '../../../contract/collective.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { FLEET_LIST_ROUTES } from '../../../contract/console/fleet-lists.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { MEMBERS, vans } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pages,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { STORED_MEMBERS } from '../../testing/stored-list-samples.ts';
import { membersPages } from './members-queries.ts';
import { MembersSection } from './members-section.tsx';

const view = <MembersSection collectiveId={uuid(900)} />;
const params = { id: uuid(900) };
const read = membersPages(uuid(900));
const holds = (members: readonly Member[]) =>
  answered(
    read,
    pages({}, { data: [...members], meta: { pageSize: 100, continuationToken: null } }),
  );
const error = failed(read, problem('upstream_unreachable', 502, 'No answer', 'service'));

export const stories: Stories = {
  title: 'Members',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.collective, { params }), vans()),
  ),
  states: {
    loading: seeded(view),
    error: seeded(view, error),
    empty: seeded(view, holds([])),
    full: seeded(view, holds(MEMBERS), signedInAs('viewer')),
    'from the store, the Service does not answer': seeded(
      view,
      answered(query(FLEET_LIST_ROUTES.fleetMembers, { params }), STORED_MEMBERS),
      error,
    ),
    'removing one': seeded(pressed(view, 'Remove Jeroen Visser'), holds(MEMBERS)),
  },
};
