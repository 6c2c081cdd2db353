import type { ReportRun } from '../../../contract/console/report-run.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import { query } from '../../api/query.ts';
import { reportRunsQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  NAMED_RUN,
  PARTIAL_RUN,
  reportRun,
  RUNNING_RUN,
  SAVED_DEFINITION,
} from '../../testing/report-samples.ts';
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

const RUNS = reportRunsQuery(25);
const DEFINITIONS = query(REPORT_ROUTES.reportDefinitions);
const away = problem('store_unavailable', 503);
const listed = (count: number, ...runs: readonly ReportRun[]) =>
  answered(RUNS, { runs: [...runs], count });
const defined = answered(DEFINITIONS, {
  definitions: [SAVED_DEFINITION, { ...SAVED_DEFINITION, id: uuid(761), name: 'Copy of Vans' }],
});

function page(role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <ReportsPage search={{}} onSearch={() => {}} onBegun={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Reports',
  states: {
    reading: () => page('operator'),
    failed: () => page('operator', failed(RUNS, away), failed(DEFINITIONS, away)),
    empty: () => page('operator', listed(0), answered(DEFINITIONS, { definitions: [] })),
    'more pages': () =>
      page('operator', listed(120, RUNNING_RUN, PARTIAL_RUN, reportRun(), NAMED_RUN), defined),
    'deleting a sealed report': () =>
      pressed(page('approver', listed(1, NAMED_RUN), defined), 'Delete Vans of the month'),
    'stale, for a viewer': () =>
      page('viewer', listed(2, RUNNING_RUN, NAMED_RUN), defined, failed(RUNS, away)),
  },
};
