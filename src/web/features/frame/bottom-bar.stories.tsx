import { runningQuery } from '../../api/batches.ts';
import type { Stories } from '../../gallery/story.ts';
import { batchList, RUNNING, vanBatch } from '../../testing/batch-samples.ts';
import { answered, asOperator, pressed, seeded } from '../../testing/story-states.tsx';
import { BottomBar } from './bottom-bar.tsx';

/** The bar is fixed to the bottom of the window, so there is room for one. */
export const stories: Stories = {
  title: 'Bar of a phone',
  seed: asOperator(),
  states: {
    'open, while a batch runs': seeded(
      pressed(<BottomBar />, 'More'),
      answered(runningQuery, batchList([vanBatch(RUNNING).batch])),
    ),
  },
};
