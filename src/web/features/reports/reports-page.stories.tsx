import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { Role } from '../../../contract/console/session.ts';
import { reportRunsQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { NAMED_RUN, PARTIAL_RUN, reportRun, RUNNING_RUN } from '../../testing/report-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { ReportsPage } from './reports-page.tsx';
import type { ReportsSearch } from './reports-search.ts';

const QUERY = reportRunsQuery(25);
const away = problem('store_unavailable', 503);
const RUNS: readonly ReportRun[] = [RUNNING_RUN, PARTIAL_RUN, reportRun()];
const listed = (runs: readonly ReportRun[], count: number) =>
  answered(QUERY, { runs: [...runs], count });

function page(search: ReportsSearch, role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <ReportsPage search={search} onSearch={() => {}} beforeFirst={null} definitions={null} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'List of reports',
  states: {
    loading: () => page({}, 'operator'),
    error: () => page({}, 'operator', failed(QUERY, away)),
    empty: () => page({}, 'operator', listed([], 0)),
    'an empty page': () =>
      page({ page: 9 }, 'operator', answered(reportRunsQuery(25, 200), { runs: [], count: 120 })),
    'full, more pages': () => page({}, 'operator', listed([...RUNS, NAMED_RUN], 120)),
    'stale, for a viewer': () => page({}, 'viewer', listed(RUNS, 3), failed(QUERY, away)),
  },
};
