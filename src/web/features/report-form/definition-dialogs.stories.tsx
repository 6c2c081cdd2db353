import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SAVED_DEFINITION } from '../../testing/report-samples.ts';
import { answered, Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { SavedDefinitions } from './saved-definitions.tsx';

const SEEDS = [
  signedInAs('operator'),
  answered(query(REPORT_ROUTES.reportDefinitions), { definitions: [SAVED_DEFINITION] }),
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
