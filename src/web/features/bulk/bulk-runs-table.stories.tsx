import type { BulkRun } from '../../../contract/console/bulk.ts';
import { bulkRuns } from '../../api/bulk-runs.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { bulkRun, RUNNING_BULK } from '../../testing/bulk-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, seeded } from '../../testing/story-states.tsx';
import { RunsTable } from './bulk-runs-table.tsx';

const view = <RunsTable />;
const holds = (...runs: BulkRun[]) =>
  answered(bulkRuns, { runs, more: runs.length > 1, asOf: SEEN_AT });
const RUNS = [
  RUNNING_BULK,
  bulkRun(),
  bulkRun({ id: uuid(743), change: { kind: 'offboarding' }, state: 'stopped' }),
  bulkRun({ id: uuid(744), change: { kind: 'capacity' } }),
];

export const stories: Stories = {
  title: 'Earlier bulk changes',
  states: {
    loading: seeded(view),
    error: seeded(view, failed(bulkRuns, problem('internal', 500))),
    empty: seeded(view, holds()),
    full: seeded(view, holds(...RUNS)),
    stale: seeded(view, holds(...RUNS), failed(bulkRuns, problem('internal', 500))),
    'only those that offboard': seeded(<RunsTable only="offboarding" />, holds(...RUNS)),
  },
};
