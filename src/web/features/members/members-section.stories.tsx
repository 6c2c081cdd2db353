import type { Member } from '../../../contract/collective.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { MEMBERS, vans } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  pages,
  pressed,
  saidLast,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { membersPages } from './members-queries.ts';
import { MembersSection } from './members-section.tsx';

const view = <MembersSection collectiveId={uuid(900)} />;
const params = { id: uuid(900) };
const read = membersPages(uuid(900));
const page = (members: readonly Member[]) =>
  pages({}, { data: [...members], meta: { pageSize: 100, continuationToken: null } });
const holds = (members: readonly Member[]) => answered(read, page(members));
const away = problem('upstream_unavailable', 502, 'No answer', 'service');

export const stories: Stories = {
  title: 'Members',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.collective, { params }), vans()),
  ),
  states: {
    empty: seeded(view, holds([])),
    full: seeded(view, holds(MEMBERS), signedInAs('viewer')),
    'said last, the Service does not answer': seeded(view, saidLast(read, page(MEMBERS), away)),
    'removing one': seeded(pressed(view, 'Remove Jeroen Visser'), holds(MEMBERS)),
  },
};
