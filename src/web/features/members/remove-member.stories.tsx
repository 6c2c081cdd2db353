import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { MEMBERS, vans } from '../../testing/collective-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, seeded } from '../../testing/story-states.tsx';
import { RemoveMember } from './remove-member.tsx';

const [member] = MEMBERS;
const view =
  member === undefined ? null : (
    <RemoveMember collectiveId={uuid(900)} member={member} onClose={() => {}} />
  );

export const stories: Stories = {
  title: 'Remove a member',
  layout: 'alone',
  states: {
    'its Entities not known': seeded(view),
    'its Entities known': seeded(
      view,
      answered(query(DIRECTORY_ROUTES.collective, { params: { id: uuid(900) } }), vans()),
    ),
  },
};
