import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { DEPOT } from '../../testing/session-samples.ts';
import { ChosenLocation } from './chosen-location.tsx';

const READ = query(ENDPOINTS.getLocation, {
  params: { entityId: uuid(1), locationId: DEPOT.id },
});
const SEEDS = [signedInAs('operator'), answered(READ, DEPOT)];
const NAMES = ['Delete this place'];

export const stories: Stories = {
  title: 'Deleting a place of an Entity',
  layout: 'alone',
  states: {
    asking: () => (
      <Seeded seeds={SEEDS}>
        <Pressed names={NAMES}>
          <ChosenLocation entityId={uuid(1)} locationId={DEPOT.id} onClose={() => {}} />
        </Pressed>
      </Seeded>
    ),
  },
};
