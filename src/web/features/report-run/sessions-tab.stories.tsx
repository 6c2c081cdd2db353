import { reportSessionsQuery, standOf } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { REPORT_SESSIONS } from '../../testing/report-result-samples.ts';
import { NAMED_RUN } from '../../testing/report-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { sessionFilterOf, type RunSearch } from './run-search.ts';
import { SessionsTab } from './sessions-tab.tsx';

const away = problem('store_unavailable', 503);
const of = (search: RunSearch) => reportSessionsQuery(NAMED_RUN, sessionFilterOf(search));
const listed = (
  search: RunSearch,
  count: number,
  cursor: string | null = null,
  stand = standOf(NAMED_RUN),
) => answered(of(search), pages({}, { sessions: REPORT_SESSIONS.slice(0, count), cursor, stand }));
const FILTERED: RunSearch = { entity: uuid(23), excluded: 'none', finding: 'overlap', weekday: 5 };

function tab(search: RunSearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <SessionsTab run={NAMED_RUN} shown={NAMED_RUN} search={search} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Sessions of a report',
  states: {
    loading: () => tab({}),
    error: () => tab({}, failed(of({}), away)),
    'empty, filtered': () => tab(FILTERED, listed(FILTERED, 0)),
    'partial, the next page failed': () => tab({}, listed({}, 4, 'next'), failed(of({}), away)),
    'stale, the run has continued': () => tab({}, listed({}, 3, null, 'growing')),
    full: () => tab({}, listed({}, 8)),
  },
};
