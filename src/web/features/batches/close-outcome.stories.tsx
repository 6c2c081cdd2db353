import type { Stories } from '../../gallery/story.ts';
import { unknownBatch } from '../../testing/batch-samples.ts';
import { pressed } from '../../testing/story-states.tsx';
import { CloseOutcome } from './close-outcome.tsx';

const view = <CloseOutcome batch={unknownBatch().batch} denial={null} />;

export const stories: Stories = {
  title: 'Close an unknown outcome',
  layout: 'alone',
  states: {
    'as landed': () => pressed(view, 'It landed'),
    'as not landed': () => pressed(view, 'It did not land'),
  },
};
