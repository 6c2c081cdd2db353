import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { Role } from '../../../contract/console/session.ts';
import { reportEntitiesQuery, reportRunQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { runEntity } from '../../testing/report-result-samples.ts';
import {
  NAMED_RUN,
  OPEN_RUN,
  PARTIAL_RUN,
  reportRun,
  RUNNING_RUN,
} from '../../testing/report-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { RunPage } from './run-page.tsx';

const away = problem('store_unavailable', 503);
const page = (id: string, role: Role, ...seeds: readonly Seed[]) => (
  <Seeded seeds={[signedInAs(role), ...seeds]}>
    <RunPage runId={id} search={{}} onSearch={() => {}} />
  </Seeded>
);
const of = (run: ReportRun, role: Role = 'operator', ...seeds: readonly Seed[]) =>
  page(run.id, role, answered(reportRunQuery(run.id), run), ...seeds);

const STOPPED: ReportRun = {
  ...RUNNING_RUN,
  state: 'stopped',
  relation: { kind: 'previous', run: uuid(700) },
};

export const stories: Stories = {
  title: 'Page of a report',
  states: {
    loading: () => page(NAMED_RUN.id, 'operator'),
    error: () => page(NAMED_RUN.id, 'operator', failed(reportRunQuery(NAMED_RUN.id), away)),
    running: () => of(RUNNING_RUN),
    stopped: () => of(STOPPED),
    'partial, with Entities that could not be read': () =>
      of(
        PARTIAL_RUN,
        'operator',
        answered(
          reportEntitiesQuery(PARTIAL_RUN, 'failed'),
          pages(
            {},
            {
              entities: [
                runEntity(2, { state: 'failed', error: 'No disk for this vehicle' }),
                runEntity(23, { state: 'failed', error: 'not found (404)', name: null }),
              ],
              count: 2,
            },
          ),
        ),
      ),
    'complete, not sealed, older sessions not known': () => of(OPEN_RUN),
    'confirming the seal': () => pressed(of(OPEN_RUN), 'Seal'),
    'confirming the seal, partial': () => pressed(of(PARTIAL_RUN), 'Seal'),
    'sealed, stale': () => of(NAMED_RUN, 'operator', failed(reportRunQuery(NAMED_RUN.id), away)),
    'without a name, for a viewer': () => of(reportRun(), 'viewer'),
  },
};
