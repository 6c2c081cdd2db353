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
import { answered, asOperator, seeded, signedInAs } from '../../testing/story-states.tsx';
import { Rail } from './rail.tsx';

const run = (last: number) => vanBatch(RUNNING, { id: uuid(last) }).batch;
const checking = unknownBatch({
  id: uuid(813),
  resolution: resolution({ state: 'running', finishedAt: null, verdict: null }),
}).batch;
const sending = vanBatch([], { outcome: 'sending', outcomeAt: null, memberCount: 6 }).batch;

export const stories: Stories = {
  title: 'Rail',
  seed: asOperator(),
  states: {
    'nothing runs': seeded(<Rail />),
    running: seeded(<Rail />, answered(runningQuery, batchList([run(810), sending, checking]))),
    'more than fit': seeded(
      <Rail />,
      answered(runningQuery, batchList([810, 811, 812, 813, 814, 815].map(run))),
    ),
    'a viewer': seeded(<Rail />, signedInAs('viewer')),
  },
};
