import type { Stories } from '../../gallery/story.ts';
import { placeMap } from '../../testing/place-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded } from '../../testing/story-states.tsx';
import { MapCard } from './map-card.tsx';
import { mapOf } from './map-queries.ts';

const view = <MapCard onOpen={() => {}} />;
const read = mapOf({});

export const stories: Stories = {
  title: 'Map on a card',
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('store_unavailable', 503))),
    empty: seeded(view, answered(read, { ...placeMap(), count: 0, entities: 0 })),
    full: seeded(view, asOperator(answered(read, placeMap()))),
  },
};
