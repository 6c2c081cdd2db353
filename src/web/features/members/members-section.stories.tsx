import type { Member } from '../../../contract/collective.ts';
import { FLEET_LIST_ROUTES } from '../../../contract/console/fleet-lists.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { MEMBERS } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { STORED_MEMBERS } from '../../testing/stored-list-samples.ts';
import { membersPages } from './members-queries.ts';
import { MembersSection } from './members-section.tsx';

const view = <MembersSection collectiveId={uuid(900)} />;
const read = membersPages(uuid(900));
const holds = (members: readonly Member[], continuationToken: string | null = null) =>
  answered(read, {
    pages: [{ data: [...members], meta: { pageSize: 100, continuationToken } }],
    pageParams: [{}],
  });
const stored = answered(
  query(FLEET_LIST_ROUTES.fleetMembers, { params: { id: uuid(900) } }),
  STORED_MEMBERS,
);
const error = failed(read, problem('upstream_unreachable', 502, 'No answer', 'service'));

export const stories: Stories = {
  title: 'Members',
  seed: asOperator(signedInAs('administrator')),
  states: {
    loading: seeded(view),
    error: seeded(view, error),
    empty: seeded(view, holds([])),
    'reading more': seeded(view, holds(MEMBERS, 'next')),
    partial: seeded(view, holds(MEMBERS, 'next'), error),
    'from the store, reading': seeded(view, stored),
    'from the store, the Service does not answer': seeded(view, stored, error),
    full: seeded(view, holds(MEMBERS)),
    stale: seeded(view, holds(MEMBERS), error),
    'an operator who may not remove': seeded(view, holds(MEMBERS), signedInAs('viewer')),
  },
};
