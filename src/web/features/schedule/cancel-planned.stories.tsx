import type { Stories } from '../../gallery/story.ts';
import { PLANNED } from '../../testing/collective-samples.ts';
import { pressed } from '../../testing/story-states.tsx';
import { CancelPlanned } from './cancel-planned.tsx';

const [first, second] = PLANNED;
const dialog = (all: boolean) =>
  first === undefined || second === undefined ? null : (
    <CancelPlanned
      items={all ? [first, second] : [first]}
      onClose={() => {}}
      onStarted={() => {}}
    />
  );

export const stories: Stories = {
  title: 'Cancel planned Commands',
  layout: 'alone',
  states: {
    'one item': () => dialog(false),
    'items of one request': () => dialog(true),
    starting: () => pressed(dialog(false), 'Cancel 60 open Commands'),
  },
};
