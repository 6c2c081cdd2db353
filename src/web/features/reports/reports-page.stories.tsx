import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEALED } from '../../testing/sealed-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { ReportsPage } from './reports-page.tsx';
import { PER_PAGE } from './reports-search.ts';

const REPORTS = query(CONSOLE_ROUTES.sealedReports, { query: { limit: PER_PAGE } });
const DEFINITIONS = query(CONSOLE_ROUTES.definitions);
const away = problem('store_unavailable', 503);
const unnamed = { ...SEALED, id: uuid(771), name: null, search: {}, currency: null };
const listed = answered(REPORTS, { reports: [SEALED, unnamed], count: 120 });
const defined = answered(DEFINITIONS, {
  definitions: [
    {
      id: uuid(760),
      name: 'Vans of the month',
      search: { types: 'EV', zone: 'Europe/Zurich' },
      savedAt: '2026-03-01T10:00:00Z',
      savedBy: 'Ada',
    },
  ],
});

function page(role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <ReportsPage search={{}} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Reports',
  states: {
    reading: () => page('operator'),
    failed: () => page('operator', failed(REPORTS, away), failed(DEFINITIONS, away)),
    empty: () =>
      page(
        'operator',
        answered(REPORTS, { reports: [], count: 0 }),
        answered(DEFINITIONS, { definitions: [] }),
      ),
    'deleting a sealed report': () =>
      pressed(page('approver', listed, defined), 'Delete Vans of the month'),
    'stale, for a viewer': () => page('viewer', listed, defined, failed(REPORTS, away)),
  },
};
