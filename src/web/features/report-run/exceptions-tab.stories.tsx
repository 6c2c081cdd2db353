import { reportEntitiesQuery, reportFindingsQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { FINDINGS, runEntity } from '../../testing/report-result-samples.ts';
import { NAMED_RUN, PARTIAL_RUN } from '../../testing/report-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';

const away = problem('store_unavailable', 503);
const QUERY = reportFindingsQuery(NAMED_RUN);
const NONE = {
  findings: FINDINGS.findings.map(({ kind }) => ({ kind, count: 0 })),
  exclusions: FINDINGS.exclusions.map(({ reason }) => ({ reason, count: 0 })),
  doubtful: [],
};
const entities = [
  runEntity(1, { duplicates: 3 }),
  runEntity(2, { capture: false, sessions: 0 }),
  runEntity(23, { state: 'failed', error: 'No disk for this vehicle' }),
];

function tab(run: typeof NAMED_RUN, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <ExceptionsTab run={run} shown={run} search={{ tab: 'exceptions' }} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Exceptions of a report',
  states: {
    loading: () => tab(NAMED_RUN),
    error: () => tab(NAMED_RUN, failed(QUERY, away)),
    'empty, no anomalies': () => tab(NAMED_RUN, answered(QUERY, NONE)),
    full: () =>
      tab(
        NAMED_RUN,
        answered(QUERY, FINDINGS),
        answered(reportEntitiesQuery(NAMED_RUN), pages({}, { entities, count: 3 })),
      ),
    'partial, the Entities could not be read': () =>
      tab(
        PARTIAL_RUN,
        answered(reportFindingsQuery(PARTIAL_RUN), FINDINGS),
        failed(reportEntitiesQuery(PARTIAL_RUN), away),
      ),
  },
};
