import type { ReportRun } from '../../../contract/console/report-run.ts';
import { reportEntitiesQuery, reportGroupsQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { GROUPS, runEntity, SERIES } from '../../testing/report-result-samples.ts';
import { OPEN_RUN, PARTIAL_RUN, RUNNING_RUN, standing } from '../../testing/report-samples.ts';
import { problem } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pages,
  Seeded,
  type Seed,
} from '../../testing/story-states.tsx';
import { DraftAnswer } from './draft-answer.tsx';
import { groupsAsked } from './group-rows.ts';

const away = problem('store_unavailable', 503);
const drafted = (run: ReportRun): ReportRun => ({ ...run, draft: true, hash: null });
const groups = (run: ReportRun) => reportGroupsQuery(run, groupsAsked(run, {}));

/** All reads of a draft with these rows. */
function figures(run: ReportRun, rows: Partial<typeof GROUPS> = {}): Seed[] {
  return [
    answered(
      groups(run),
      pages({ offset: 0 }, { ...GROUPS, ...rows, series: SERIES, stand: standing(run) }),
    ),
  ];
}

function view(draft: ReportRun | null, isOld: boolean, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[asOperator(...seeds)]}>
      <DraftAnswer draft={draft} grouping="entity" isOld={isOld} />
    </Seeded>
  );
}

const OPEN = drafted(OPEN_RUN);
const RUNNING = drafted(RUNNING_RUN);
const PARTIAL = drafted(PARTIAL_RUN);
const NOTHING = { groups: [], count: 0, totals: [] };

export const stories: Stories = {
  title: 'Answer of a draft',
  states: {
    'not made yet': () => view(null, false),
    'no figures yet': () => view(RUNNING, false, ...figures(RUNNING, NOTHING)),
    'first figures': () => view(RUNNING, false, ...figures(RUNNING)),
    'full, older sessions not known': () => view(OPEN, false, ...figures(OPEN)),
    'of an earlier choice': () => view(OPEN, true, ...figures(OPEN)),
    empty: () => view(OPEN, false, ...figures(OPEN, NOTHING)),
    error: () => view(OPEN, false, failed(groups(OPEN), away)),
    'partial, with an Entity that could not be read': () =>
      view(
        PARTIAL,
        false,
        ...figures(PARTIAL),
        answered(
          reportEntitiesQuery(PARTIAL, 'failed'),
          pages(
            {},
            {
              entities: [runEntity(2, { state: 'failed', error: 'No disk for this vehicle' })],
              count: 1,
            },
          ),
        ),
      ),
  },
};
