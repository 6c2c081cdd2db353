import { SWEEP_ROUTES, type Sweep } from '../../../contract/console/sweep.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT, sweep, SWEPT } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { BatchSweeps } from './batch-sweeps.tsx';

const view = <BatchSweeps dispatchId={uuid(800)} />;
const read = query(SWEEP_ROUTES.sweeps, { params: { id: uuid(800) } });
const holds = (...sweeps: Sweep[]) => answered(read, { sweeps, asOf: SEEN_AT });
const DONE = sweep({
  state: 'done',
  finishedAt: SEEN_AT,
  counts: { waiting: 0, canceled: 114, tooLate: 3, refused: 2, unknown: 1 },
});
const itemsOfDone = query(SWEEP_ROUTES.sweep, { params: { id: DONE.id } });

export const stories: Stories = {
  title: 'Canceling',
  seed: asOperator(),
  states: {
    error: seeded(view, failed(read, problem('internal', 500))),
    running: seeded(view, holds(sweep())),
    stopped: seeded(view, holds(sweep({ state: 'stopped' }))),
    stale: seeded(view, holds(sweep()), failed(read, problem('internal', 500))),
    'a viewer': seeded(view, holds(sweep()), signedInAs('viewer')),
    'its Commands': seeded(
      pressed(view, 'Show the Commands'),
      holds(DONE),
      answered(itemsOfDone, { sweep: DONE, items: [...SWEPT], asOf: SEEN_AT }),
    ),
    'its Commands, loading': seeded(pressed(view, 'Show the Commands'), holds(DONE)),
    'its Commands, error': seeded(
      pressed(view, 'Show the Commands'),
      holds(DONE),
      failed(itemsOfDone, problem('internal', 500)),
    ),
  },
};
