import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { offboarding, VAN_RECORD } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { RequestDialog } from './request-dialog.tsx';

const pending = offboarding(1, 'Pending');
const view = <RequestDialog id={pending.id} onClose={() => {}} />;
const read = query(ENDPOINTS.getOffboardingRequest, {
  params: { offboardingRequestId: pending.id },
});

export const stories: Stories = {
  title: 'Offboarding Request',
  layout: 'alone',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.entity, { params: { id: uuid(1) } }), VAN_RECORD),
  ),
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('not_found', 404, 'No such request', 'service'))),
    pending: seeded(view, answered(read, pending)),
    'ended, stale': seeded(
      view,
      answered(read, offboarding(1, 'Succeeded')),
      failed(read, problem('internal', 500)),
    ),
    'a viewer': seeded(view, answered(read, pending), signedInAs('viewer')),
  },
};
