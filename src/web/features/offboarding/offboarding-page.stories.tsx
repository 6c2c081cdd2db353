import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { offboarding, VAN_RECORD } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { OffboardingPage } from './offboarding-page.tsx';
import type { OffboardingSearch } from './offboarding-search.ts';
import { requestPages } from './use-requests.ts';

const page = (search: OffboardingSearch) => <OffboardingPage search={search} onSearch={() => {}} />;
const view = page({});
const holds = (requests: OffboardingRequest[], continuationToken: string | null = null) =>
  answered(requestPages, {
    pages: [{ data: requests, meta: { pageSize: 200, continuationToken } }],
    pageParams: [{}],
  });
const error = failed(requestPages, problem('upstream_unreachable', 502, 'No answer', 'service'));
const REQUESTS = ['Succeeded', 'Failed', 'Canceled', 'Pending', null].map((status, at) =>
  offboarding(at + 1, status),
);
const named = answered(
  query(DIRECTORY_ROUTES.entity, { params: { id: VAN_RECORD.entity.id } }),
  VAN_RECORD,
);

export const stories: Stories = {
  title: 'Offboarding',
  layout: 'alone',
  seed: asOperator(signedInAs('administrator'), named),
  states: {
    error: seeded(view, error),
    empty: seeded(view, holds([])),
    partial: seeded(view, holds(REQUESTS, 'next'), error),
    full: seeded(view, holds(REQUESTS)),
    'a viewer': seeded(view, holds(REQUESTS), signedInAs('viewer')),
    'choosing Entities': seeded(
      pressed(page({ new: '1' }), ['Ids of the Entities', `${uuid(1)} van-7`]),
      holds(REQUESTS),
    ),
  },
};
