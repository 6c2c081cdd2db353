import { definitionsQuery } from '../../api/report-definitions.ts';
import type { Stories } from '../../gallery/story.ts';
import { SAVED_DEFINITION } from '../../testing/report-samples.ts';
import { answered, Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { SavedDefinitions } from './saved-definitions.tsx';

const SEEDS = [
  signedInAs('operator'),
  answered(definitionsQuery, { definitions: [SAVED_DEFINITION] }),
];
const NAMES = ['Delete Vans of the month'];

export const stories: Stories = {
  title: 'Deleting a definition',
  layout: 'alone',
  states: {
    asking: () => (
      <Seeded seeds={SEEDS}>
        <Pressed names={NAMES}>
          <SavedDefinitions onBegun={() => {}} />
        </Pressed>
      </Seeded>
    ),
  },
};
