import type { BatchList } from '../../../contract/console/batch.ts';
import type { Stories } from '../../gallery/story.ts';
import { batchList, SENT_BATCHES } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, seeded } from '../../testing/story-states.tsx';
import { batchPages } from './batches-queries.ts';
import { CollectiveBatches } from './collective-batches.tsx';

const view = <CollectiveBatches collectiveId={uuid(900)} />;
const read = batchPages({ collectiveId: uuid(900) });
const holds = (list: BatchList) => answered(read, { pages: [list], pageParams: [{}] });
const error = failed(read, problem('internal', 500));

export const stories: Stories = {
  title: 'Batches of a Collective',
  states: {
    loading: seeded(view),
    error: seeded(view, error),
    empty: seeded(view, holds(batchList([]))),
    full: seeded(view, holds(batchList(SENT_BATCHES))),
    partial: seeded(view, holds(batchList(SENT_BATCHES, 'older'))),
    stale: seeded(view, holds(batchList(SENT_BATCHES, 'older')), error),
  },
};
