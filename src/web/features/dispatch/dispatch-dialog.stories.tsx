import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { vans } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { DispatchDialog } from './dispatch-dialog.tsx';

const view = (
  <DispatchDialog
    collectiveId={uuid(900)}
    previousId={null}
    fromId={null}
    onClose={() => {}}
    onSent={() => {}}
  />
);
const read = query(DIRECTORY_ROUTES.collective, { params: { id: uuid(900) } });

export const stories: Stories = {
  title: 'Dispatch',
  layout: 'alone',
  seed: asOperator(),
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('not_found', 404, 'No such Collective'))),
    configure: seeded(view, answered(read, vans())),
    'a viewer': seeded(view, answered(read, vans()), signedInAs('viewer')),
  },
};
