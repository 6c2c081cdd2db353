import type { ReportRun } from '../../../contract/console/report-run.ts';
import {
  reportBeforeQuery,
  reportEntitiesQuery,
  reportFindingsQuery,
  reportGroupsQuery,
  reportRunQuery,
  reportSessionsQuery,
  standOf,
} from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  BEFORE,
  FINDINGS,
  GROUPS,
  HOURS,
  REPORT_SESSIONS,
  runEntity,
  SERIES,
} from '../../testing/report-result-samples.ts';
import {
  NAMED_RUN,
  OPEN_RUN,
  PARTIAL_RUN,
  reportSums,
  standing,
} from '../../testing/report-samples.ts';
import { problem } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { groupsAsked } from './group-rows.ts';
import { RunPage } from './run-page.tsx';
import { sessionFilterOf, type RunSearch } from './run-search.ts';

const away = problem('store_unavailable', 503);
const DAYS: RunSearch = { grain: 'day' };
const SESSIONS: RunSearch = { tab: 'sessions', session: REPORT_SESSIONS[2]?.id };

function page(run: ReportRun, search: RunSearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('operator'), answered(reportRunQuery(run.id), run), ...seeds]}>
      <RunPage runId={run.id} search={search} onSearch={() => {}} />
    </Seeded>
  );
}

/** All reads of the result of a run with these rows. */
function result(run: ReportRun, rows: Partial<typeof GROUPS> = {}): Seed[] {
  const first = { ...GROUPS, ...rows, series: SERIES, stand: standing(run) };
  return [
    answered(reportGroupsQuery(run, groupsAsked(run, DAYS)), pages({ offset: 0 }, first)),
    answered(reportBeforeQuery(run), BEFORE),
    answered(reportGroupsQuery(run, { by: 'hour-weekday' }), pages({ offset: 0 }, HOURS)),
  ];
}

const entities = (run: ReportRun, state?: 'failed') =>
  answered(
    reportEntitiesQuery(run, state),
    pages(
      {},
      {
        entities: [
          runEntity(2, { state: 'failed', error: 'No disk for this vehicle', duplicates: 3 }),
          runEntity(23, { state: 'failed', error: 'not found (404)', name: null }),
        ],
        count: 2,
      },
    ),
  );

export const stories: Stories = {
  title: 'Page of a report',
  states: {
    failed: () => page(NAMED_RUN, DAYS, failed(reportRunQuery(NAMED_RUN.id), away)),
    'empty, older sessions not known': () =>
      page(OPEN_RUN, DAYS, ...result(OPEN_RUN, { groups: [], count: 0, totals: [] })),
    'usual, sealed': () => page(NAMED_RUN, DAYS, ...result(NAMED_RUN)),
    'two units, with Entities that could not be read': () =>
      page(
        PARTIAL_RUN,
        DAYS,
        ...result(PARTIAL_RUN, {
          totals: [...GROUPS.totals, reportSums('1.5', { unit: 'MWh', unpriced: '1.5' })],
        }),
        entities(PARTIAL_RUN, 'failed'),
      ),
    'sessions, one of them in full': () =>
      page(
        NAMED_RUN,
        SESSIONS,
        answered(
          reportSessionsQuery(NAMED_RUN, sessionFilterOf(SESSIONS)),
          pages({}, { sessions: [...REPORT_SESSIONS], cursor: 'next', stand: standOf(NAMED_RUN) }),
        ),
      ),
    'exceptions, for a viewer': () =>
      page(
        NAMED_RUN,
        { tab: 'exceptions' },
        signedInAs('viewer'),
        answered(reportFindingsQuery(NAMED_RUN), FINDINGS),
        entities(NAMED_RUN),
      ),
  },
};
