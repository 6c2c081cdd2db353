import type { Role } from '../../../contract/console/session.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SAVED_DEFINITION } from '../../testing/report-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { SavedDefinitions } from './saved-definitions.tsx';

const DEFINITIONS = query(REPORT_ROUTES.reportDefinitions);
const away = problem('store_unavailable', 503);
const listed = answered(DEFINITIONS, {
  definitions: [SAVED_DEFINITION, { ...SAVED_DEFINITION, id: uuid(761), name: 'Copy of Vans' }],
});

function section(role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <SavedDefinitions onBegun={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Saved definitions of reports',
  states: {
    loading: () => section('operator'),
    error: () => section('operator', failed(DEFINITIONS, away)),
    empty: () => section('operator', answered(DEFINITIONS, { definitions: [] })),
    full: () => section('operator', listed),
    'stale, for a viewer': () => section('viewer', listed, failed(DEFINITIONS, away)),
  },
};
