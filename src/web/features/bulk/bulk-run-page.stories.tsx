import type { JobItem, Job } from '../../../contract/console/job.ts';
import { isGoingOn, jobItems as itemsOf, jobQuery as runOf } from '../../api/jobs.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { bulkItems, bulkRun, RUNNING_BULK } from '../../testing/job-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { BulkRunPage } from './bulk-run-page.tsx';

const page = (id: string) => <BulkRunPage runId={id} search={{}} onSearch={() => {}} />;
const DONE = bulkRun();
const view = page(DONE.id);
const holds = (run: Job) => answered(runOf(run.id), { job: run, asOf: SEEN_AT });
const lists = (run: Job, items: JobItem[] = bulkItems()) =>
  answered(itemsOf(run.id, undefined, 1, isGoingOn(run)), {
    items,
    total: items.length,
    asOf: SEEN_AT,
  });
const PAUSED: Job = {
  ...RUNNING_BULK,
  pause: { until: '2026-03-02T14:06:00Z', message: 'The Service answered with status 429.' },
};
const STOPPED: Job = {
  ...RUNNING_BULK,
  state: 'stopped',
  from: { runId: uuid(742), how: 'back' },
};
const OFFBOARDING = bulkRun({
  change: { kind: 'offboarding' },
  reason: null,
  chosenBy: 'ids on the page Offboarding',
});

export const stories: Stories = {
  title: 'Bulk change',
  seed: asOperator(signedInAs('administrator')),
  states: {
    paused: seeded(page(PAUSED.id), holds(PAUSED), lists(PAUSED)),
    'stopped, stale': seeded(
      page(STOPPED.id),
      holds(STOPPED),
      lists(STOPPED),
      failed(runOf(STOPPED.id), problem('internal', 500)),
    ),
    offboarding: seeded(
      view,
      holds(OFFBOARDING),
      lists(
        OFFBOARDING,
        bulkItems({ wanted: null, before: null, after: null, requestId: uuid(861) }),
      ),
    ),
    'a viewer': seeded(
      page(RUNNING_BULK.id),
      holds(RUNNING_BULK),
      lists(RUNNING_BULK, []),
      signedInAs('viewer'),
    ),
  },
};
