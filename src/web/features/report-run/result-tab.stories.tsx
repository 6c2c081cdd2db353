import type { ReportBefore } from '../../../contract/console/report-before.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import {
  reportBeforeQuery,
  reportDistributionQuery,
  reportGroupsQuery,
} from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  BEFORE,
  distribution,
  GROUPS,
  HOURS,
  SERIES,
} from '../../testing/report-result-samples.ts';
import {
  NAMED_RUN,
  OPEN_RUN,
  PARTIAL_RUN,
  reportSums,
  RUNNING_RUN,
  standing,
} from '../../testing/report-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { groupsAsked } from './group-rows.ts';
import { ResultTab } from './result-tab.tsx';
import type { RunSearch } from './run-search.ts';

const SEARCH: RunSearch = { grain: 'day' };
const away = problem('store_unavailable', 503);
const groups = (run: ReportRun) => reportGroupsQuery(run, groupsAsked(run, SEARCH));
const ends = (run: ReportRun, direction: 'up' | 'down') =>
  reportGroupsQuery(run, { by: 'entity', order: 'energy', direction, limit: 50 });

/** All reads of the tab for a run. */
function result(run: ReportRun, before: ReportBefore = BEFORE): Seed[] {
  const rows = { ...GROUPS, series: SERIES, stand: standing(run) };
  return [
    answered(groups(run), pages({ offset: 0 }, rows)),
    answered(reportBeforeQuery(run), before),
    answered(reportGroupsQuery(run, { by: 'hour-weekday' }), pages({ offset: 0 }, HOURS)),
    answered(reportDistributionQuery(run, 'energy', 'kWh'), distribution('energy')),
    answered(reportDistributionQuery(run, 'duration', null), distribution('duration')),
    answered(ends(run, 'down'), pages({ offset: 0 }, GROUPS)),
    answered(
      ends(run, 'up'),
      pages({ offset: 0 }, { ...GROUPS, groups: GROUPS.groups.toReversed() }),
    ),
  ];
}

function tab(run: ReportRun, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <ResultTab run={run} search={SEARCH} onSearch={() => {}} />
    </Seeded>
  );
}

const UNKNOWN = {
  from: BEFORE.from,
  to: BEFORE.to,
  state: 'unknown',
  entitiesUnread: 0,
  knownLate: null,
  offboarded: 0,
} as const;
const megawatts = reportSums('1.5', { unit: 'MWh', unpriced: '1.5' });

export const stories: Stories = {
  title: 'Result of a report',
  states: {
    loading: () => tab(NAMED_RUN),
    error: () => tab(NAMED_RUN, failed(groups(NAMED_RUN), away)),
    empty: () =>
      tab(
        NAMED_RUN,
        answered(
          groups(NAMED_RUN),
          pages({ offset: 0 }, { ...GROUPS, groups: [], count: 0, totals: [] }),
        ),
      ),
    'running, partial': () => tab(RUNNING_RUN, ...result(RUNNING_RUN)),
    'older sessions not known': () => tab(OPEN_RUN, ...result(OPEN_RUN)),
    full: () => tab(NAMED_RUN, ...result(NAMED_RUN)),
    'period before partly known': () =>
      tab(NAMED_RUN, ...result(NAMED_RUN, { ...UNKNOWN, entitiesUnread: 2 })),
    'period before being added up': () =>
      tab(NAMED_RUN, ...result(NAMED_RUN, { ...UNKNOWN, state: 'adding' })),
    'two units, stale, charts not read': () =>
      tab(
        PARTIAL_RUN,
        answered(
          groups(PARTIAL_RUN),
          pages(
            { offset: 0 },
            {
              ...GROUPS,
              series: SERIES,
              totals: [...GROUPS.totals, megawatts],
              stand: standing(PARTIAL_RUN),
            },
          ),
        ),
        failed(groups(PARTIAL_RUN), away),
        failed(reportGroupsQuery(PARTIAL_RUN, { by: 'hour-weekday' }), away),
        failed(reportDistributionQuery(PARTIAL_RUN, 'energy', 'kWh'), away),
        failed(ends(PARTIAL_RUN, 'down'), away),
      ),
  },
};
