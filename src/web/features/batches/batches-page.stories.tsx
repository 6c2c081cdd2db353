import type { BatchSummary } from '../../../contract/console/batch.ts';
import { runningQuery } from '../../api/batches.ts';
import type { Stories } from '../../gallery/story.ts';
import { batchList, SEEN_AT, SENT_BATCHES, SENT_ELSEWHERE } from '../../testing/batch-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, asOperator, failed, pages, seeded } from '../../testing/story-states.tsx';
import { BatchesPage } from './batches-page.tsx';
import { batchPages } from './batches-queries.ts';

const [running, ...ended] = SENT_BATCHES;
const view = <BatchesPage search={{}} onSearch={() => {}} />;
const sent = batchPages({});
const holds = (batches: readonly BatchSummary[], next: string | null = null) =>
  answered(sent, pages({}, batchList(batches, next, batches.length > 0 ? [SENT_ELSEWHERE] : [])));
const moving = (batches: readonly BatchSummary[]) => answered(runningQuery, batchList(batches));

export const stories: Stories = {
  title: 'Activity',
  seed: asOperator(),
  states: {
    empty: seeded(view, holds([]), moving([])),
    'filtered to nothing': seeded(
      <BatchesPage search={{ type: 'Reset' }} onSearch={() => {}} />,
      answered(batchPages({ type: 'Reset' }), pages({}, batchList([]))),
      moving([]),
    ),
    usual: seeded(view, holds(SENT_BATCHES), moving(running === undefined ? [] : [running])),
    partial: seeded(
      view,
      holds(ended, SEEN_AT),
      moving([]),
      failed(sent, problem('internal', 500)),
    ),
  },
};
