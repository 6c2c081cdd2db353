import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { offboarding, VAN_RECORD } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { EntityOffboarding } from './entity-offboarding.tsx';
import { requestPages } from './use-requests.ts';

const view = <EntityOffboarding entityId={uuid(1)} />;
const holds = (requests: OffboardingRequest[], continuationToken: string | null = null) =>
  answered(requestPages, {
    pages: [{ data: requests, meta: { pageSize: 200, continuationToken } }],
    pageParams: [{}],
  });
const error = failed(requestPages, problem('internal', 500));

export const stories: Stories = {
  title: 'Offboarding of an Entity',
  seed: asOperator(
    signedInAs('administrator'),
    answered(query(DIRECTORY_ROUTES.entity, { params: { id: uuid(1) } }), VAN_RECORD),
  ),
  states: {
    loading: seeded(view),
    error: seeded(view, error),
    'none requested': seeded(view, holds([])),
    'none found so far': seeded(view, holds([], 'next'), error),
    pending: seeded(view, holds([offboarding(1, 'Pending')])),
    ended: seeded(view, holds([offboarding(1, 'Failed')])),
    'a viewer': seeded(view, holds([offboarding(1, 'Pending')]), signedInAs('viewer')),
  },
};
