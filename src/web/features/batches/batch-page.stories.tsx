import type { Approval } from '../../../contract/console/approval.ts';
import type { BatchDetail, BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { Job } from '../../../contract/console/job.ts';
import { batchQuery, isMoving } from '../../api/batches.ts';
import { jobItems } from '../../api/jobs.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  resolution,
  RUNNING,
  SEEN_AT,
  SENT_AT,
  rowsAnswer,
  unknownBatch,
  vanRows,
  vanBatch,
} from '../../testing/batch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { dryRun } from '../../testing/dispatch-samples.ts';
import { CANCELED, cancelJob } from '../../testing/job-samples.ts';
import { batch, problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
  type Seed,
} from '../../testing/story-states.tsx';
import { dryRunOf } from '../dispatch/dry-run-panel.tsx';
import { BatchPage } from './batch-page.tsx';
import { rowsOf } from './batches-queries.ts';

const id = uuid(800);
const view = <BatchPage dispatchId={id} search={{}} onSearch={() => {}} />;
const read = batchQuery(id);
const sweeps = (...all: Job[]) =>
  answered(query(JOB_ROUTES.sweeps, { params: { id } }), {
    jobs: all,
    more: false,
    asOf: SEEN_AT,
  });
/** A batch, and the rows that the page asks for first. */
const holds = (data: BatchDetail, rows: readonly BatchRow[], ...more: readonly Seed[]) =>
  asOperator(
    ...more,
    answered(read, data),
    answered(rowsOf(id, isMoving(data.batch) ? { orderedAt: data.asOf } : {}, 0), rowsAnswer(rows)),
  );
const batchOf = (states: Parameters<typeof vanBatch>[0], change: Partial<BatchSummary> = {}) =>
  holds(vanBatch(states, change), vanRows(states));

/** Failures with two causes, devices that cannot take the Command, and a late change. */
const states = Array.from({ length: 40 }, (_, at) => {
  if (at < 6) return 'failed' as const;
  return at < 9 ? ('incapable' as const) : ('verified' as const);
});
const rows = vanRows(states).map((row, at) => (at === 0 ? { ...row, lateChangeAt: SEEN_AT } : row));
const many = vanBatch(states, {
  alsoCommanded: { entities: 1, open: 0, verdictCounts: { verified: 1 } },
});
const ended = holds(
  { ...many, record: { hash: 'a1'.repeat(32), at: SEEN_AT }, parts: batch(rows).parts },
  rows,
);
const planned = (hour: number) => ({
  type: 'StopCharging',
  value: null,
  triggerTime: `2026-03-02T${hour}:00:00Z`,
  plannedAs: { wallClock: `2026-03-02T${hour + 1}:00`, zone: 'Europe/Amsterdam' },
});

const WAITING = ['pending', 'pending', 'pending'] as const;
const waiting = vanBatch(WAITING, {
  kind: 'schedule',
  items: [planned(16), planned(18)],
  nextTriggerAt: '2026-03-02T16:00:00Z',
});
const plan = { ...waiting, parts: [...waiting.parts, ...waiting.parts] };

const ASKED: Approval = {
  state: 'waiting',
  requestedAt: SENT_AT,
  expiresAt: '2026-03-02T18:02:31Z',
  decidedAt: null,
  decidedBy: null,
  remark: null,
  override: null,
};
const asked = vanBatch([], {
  outcome: 'waiting',
  batchId: null,
  memberCount: 6,
  approval: ASKED,
  operator: { id: 'o2', name: 'Ada Bakker' },
});
const { collectiveId } = asked.batch;
const plannedNow = {
  collectiveId,
  kind: 'now' as const,
  items: [{ type: 'StopCharging', value: null, triggerTime: null }],
};

export const stories: Stories = {
  title: 'Batch',
  seed: asOperator(),
  states: {
    'running, stale, for a viewer': seeded(
      pressed(view, 'Show the Commands'),
      batchOf(RUNNING),
      failed(read, problem('internal', 500)),
      sweeps(cancelJob()),
      answered(jobItems(cancelJob().id, undefined, 1, true), {
        items: [...CANCELED],
        total: CANCELED.length,
        asOf: SEEN_AT,
      }),
      signedInAs('viewer'),
    ),
    'ended, large': seeded(view, ended, sweeps()),
    'outcome unknown': seeded(
      view,
      holds(
        unknownBatch({
          resolution: resolution({
            checkedUntil: SEEN_AT,
            nextCheckAt: '2026-03-02T14:09:40Z',
            failures: [{ words: 'The Service did not answer within 10 s.', count: 2 }],
          }),
        }),
        vanRows(['unaccounted', 'unaccounted', 'unaccounted']),
      ),
      sweeps(),
    ),
    'waiting, approving': seeded(
      pressed(view, 'Approve'),
      holds(
        asked,
        [],
        answered(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }), vans()),
      ),
      sweeps(),
      answered(dryRunOf(plannedNow), dryRun()),
      signedInAs('approver'),
    ),
    'a schedule, canceling': seeded(
      pressed(view, 'Cancel open Commands'),
      answered(read, plan),
      answered(rowsOf(id, { item: 0, orderedAt: plan.asOf }, 0), rowsAnswer(vanRows(WAITING))),
      sweeps(),
    ),
  },
};
