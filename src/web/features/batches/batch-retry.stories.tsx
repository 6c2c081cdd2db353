import type { RetryOutlook } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { ENDED, SEEN_AT, unknownBatch, vanBatch } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { BatchRetry } from './batch-retry.tsx';

const { batch } = vanBatch(ENDED);
const failures = { members: { failed: 5, disproven: 2 }, strangers: {} };
const view = <BatchRetry batch={batch} failures={failures} onSearch={() => {}} />;
const read = query(BATCH_ROUTES.retryOutlook, { params: { id: batch.id } });
const outlook = (change: Partial<RetryOutlook> = {}) =>
  answered(read, {
    failed: 7,
    unknown: 0,
    others: 53,
    members: 60,
    alternatives: [
      { collectiveId: uuid(901), name: 'Waalhaven Night Shift', failed: 5, others: 2 },
    ],
    asOf: SEEN_AT,
    ...change,
  });

export const stories: Stories = {
  title: 'Retry of a batch',
  seed: asOperator(),
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('internal', 500))),
    full: seeded(view, outlook()),
    'only these': seeded(view, outlook({ others: 0, members: 7, alternatives: [] })),
    'some outcomes unknown': seeded(
      <BatchRetry batch={unknownBatch().batch} failures={failures} onSearch={() => {}} />,
      outlook({ unknown: 3, others: 50 }),
    ),
    'one also commanded failed': seeded(
      <BatchRetry
        batch={batch}
        failures={{ members: { failed: 6 }, strangers: { failed: 1 } }}
        onSearch={() => {}}
      />,
      outlook(),
    ),
    stale: seeded(view, outlook(), failed(read, problem('internal', 500))),
    'a viewer': seeded(view, outlook(), signedInAs('viewer')),
  },
};
