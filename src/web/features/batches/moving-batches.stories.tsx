import type { BatchSummary } from '../../../contract/console/batch.ts';
import { runningQuery } from '../../api/batches.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  batchList,
  resolution,
  RUNNING,
  unknownBatch,
  vanBatch,
} from '../../testing/batch-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, seeded } from '../../testing/story-states.tsx';
import { batchPages } from './batches-queries.ts';
import { MovingBatches } from './moving-batches.tsx';

const view = <MovingBatches collectiveId={uuid(900)} />;
const run = (last: number) => vanBatch(RUNNING, { id: uuid(last) }).batch;
const running = (...batches: BatchSummary[]) => answered(runningQuery, batchList(batches));
const unknown = (...batches: BatchSummary[]) =>
  answered(batchPages({ collectiveId: uuid(900), outcome: 'unknown' }), {
    pages: [batchList(batches)],
    pageParams: [{}],
  });

export const stories: Stories = {
  title: 'Batches under way',
  states: {
    running: seeded(view, running(run(810)), unknown()),
    sending: seeded(
      view,
      running(vanBatch([], { outcome: 'sending', outcomeAt: null, memberCount: 6 }).batch),
    ),
    'outcome unknown': seeded(
      view,
      unknown(
        unknownBatch().batch,
        unknownBatch({ id: uuid(820), resolution: resolution() }).batch,
      ),
    ),
    'more than fit': seeded(view, running(run(810), run(811), run(812), run(813), run(814))),
  },
};
