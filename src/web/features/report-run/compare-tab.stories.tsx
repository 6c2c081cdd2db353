import type { ReportRun } from '../../../contract/console/report-run.ts';
import {
  comparisonQuery,
  differencesQuery,
  groupPairsQuery,
  reportRunQuery,
  reportRunsQuery,
} from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { comparison, PAIRS, REPORT_SESSIONS } from '../../testing/report-result-samples.ts';
import { NAMED_RUN, PARTIAL_RUN } from '../../testing/report-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { CompareTab } from './compare-tab.tsx';

const EARLIER: ReportRun = { ...NAMED_RUN, id: uuid(701), name: 'February, first reading' };
const away = problem('store_unavailable', 503);
const runs = answered(reportRunsQuery(100), { runs: [NAMED_RUN, EARLIER], count: 2 });
const earlier = answered(reportRunQuery(EARLIER.id), EARLIER);
const groups = { by: 'entity', order: 'change', direction: 'down' } as const;
const [before = null, after = null] = REPORT_SESSIONS;

function tab(run: ReportRun, chosen: boolean, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <CompareTab
        run={run}
        search={{ tab: 'compare', earlier: chosen ? EARLIER.id : undefined }}
        onSearch={() => {}}
      />
    </Seeded>
  );
}

function compared(run: ReportRun): Seed[] {
  const pair = { later: run, earlier: EARLIER };
  return [
    answered(comparisonQuery(pair), comparison(EARLIER.id, run.id)),
    answered(groupPairsQuery(pair, groups), pages({}, PAIRS)),
    answered(
      differencesQuery(pair, 'changed'),
      pages(
        {},
        {
          sessions: [
            { before, after },
            { before: null, after },
          ],
          cursor: null,
        },
      ),
    ),
  ];
}

const PAIR = { later: NAMED_RUN, earlier: EARLIER };

export const stories: Stories = {
  title: 'Comparison of two reports',
  states: {
    'empty, no run chosen': () => tab(NAMED_RUN, false, runs),
    loading: () => tab(NAMED_RUN, true, runs),
    'the earlier run could not be read': () =>
      tab(
        NAMED_RUN,
        true,
        failed(reportRunsQuery(100), away),
        failed(reportRunQuery(EARLIER.id), away),
      ),
    error: () =>
      tab(
        NAMED_RUN,
        true,
        runs,
        earlier,
        failed(comparisonQuery(PAIR), away),
        failed(groupPairsQuery(PAIR, groups), away),
        failed(differencesQuery(PAIR, 'changed'), away),
      ),
    full: () => tab(NAMED_RUN, true, runs, earlier, ...compared(NAMED_RUN)),
    partial: () => tab(PARTIAL_RUN, true, runs, earlier, ...compared(PARTIAL_RUN)),
  },
};
