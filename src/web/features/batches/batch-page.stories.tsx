import type { BatchDetail } from '../../../contract/console/batch.ts';
import { SWEEP_ROUTES } from '../../../contract/console/sweep.ts';
import { batchQuery } from '../../api/batches.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  ENDED,
  resolution,
  RUNNING,
  SEEN_AT,
  sweep,
  unknownBatch,
  vanBatch,
} from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { BatchPage } from './batch-page.tsx';

const id = uuid(800);
const view = <BatchPage dispatchId={id} search={{}} onSearch={() => {}} />;
const read = batchQuery(id);
const holds = (data: BatchDetail) => answered(read, data);
const sweeps = (...all: ReturnType<typeof sweep>[]) =>
  answered(query(SWEEP_ROUTES.sweeps, { params: { id } }), { sweeps: all, asOf: SEEN_AT });

const many = vanBatch(
  Array.from({ length: 30 }, (_, at) => (at < 25 ? ('failed' as const) : ('verified' as const))),
);
/** A late change, an Entity named only in the answer, and a group of more than 20 rows. */
const large = {
  ...many,
  rows: [
    ...many.rows.map((row, at) => (at === 0 ? { ...row, lateChangeAt: SEEN_AT } : row)),
    ...vanBatch(ENDED)
      .rows.slice(0, 1)
      .map((row) => ({ ...row, entityId: uuid(99), commandId: uuid(599), alsoCommanded: true })),
  ],
};
const planned = (hour: number) => ({
  type: 'StopCharging',
  value: null,
  triggerTime: `2026-03-02T${hour}:00:00Z`,
  plannedAs: { wallClock: `2026-03-02T${hour + 1}:00`, zone: 'Europe/Amsterdam' },
});

export const stories: Stories = {
  title: 'Batch',
  seed: asOperator(),
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('not_found', 404, 'No such batch'))),
    'running, stale, for a viewer': seeded(
      view,
      holds(vanBatch(RUNNING)),
      failed(read, problem('internal', 500)),
      sweeps(sweep()),
      signedInAs('viewer'),
    ),
    'ended, large': seeded(view, holds(large), sweeps()),
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
      ),
      sweeps(),
    ),
    'a schedule, canceling': seeded(
      pressed(view, 'Cancel open Commands'),
      holds(
        vanBatch(['pending', 'pending', 'pending'], {
          kind: 'schedule',
          items: [planned(16), planned(18)],
          nextTriggerAt: '2026-03-02T16:00:00Z',
        }),
      ),
      sweeps(),
    ),
  },
};
