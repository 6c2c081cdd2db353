import { fleetStatusOf as statusOf } from '../../api/fleet-status.ts';
import type { PlaceRow } from '../../../contract/console/places.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { fleetStatus } from '../../testing/fleet-data-samples.ts';
import { PLACE_ROWS, placeMap } from '../../testing/place-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, asOperator, failed, pages, seeded } from '../../testing/story-states.tsx';
import { mapOf, placesOf, type PlaceSelection } from './map-queries.ts';
import type { MapSearch } from './map-search.ts';
import { MapPage } from './map-page.tsx';

const STATUS = statusOf();
const away = problem('store_unavailable', 503);
const known = answered(STATUS, fleetStatus());
const listed = (selection: PlaceSelection, places: readonly PlaceRow[]) =>
  answered(
    placesOf(selection),
    pages(
      {},
      {
        places: [...places],
        total: places.length,
        entities: places.length,
        offset: 0,
        asOf: AS_OF,
      },
    ),
  );
/** A map without a place. */
const NOTHING = {
  count: 0,
  entities: 0,
  odd: 0,
  types: [],
  outcomes: [],
  points: '',
  typeOf: '',
  outcomeOf: '',
  startOf: '',
};
const nowhere = { ...placeMap(), ...NOTHING };
const none = answered(mapOf({}), nowhere);
const map = answered(mapOf({}), placeMap());
const view = (search: MapSearch) => <MapPage search={search} onSearch={() => {}} />;

export const stories: Stories = {
  title: 'Map of the fleet',
  seed: asOperator(),
  states: {
    'nothing read yet': seeded(view({}), known, none),
    full: seeded(view({}), known, map, listed({}, PLACE_ROWS)),
    'by outcome, what is known could not be read': seeded(
      view({ colour: 'outcome' }),
      failed(STATUS, away),
      map,
      listed({}, PLACE_ROWS),
      failed(placesOf({}), away),
    ),
    'nothing matches': seeded(
      view({ type: 'Battery' }),
      known,
      answered(mapOf({ type: 'Battery' }), nowhere),
      listed({ type: 'Battery' }, []),
    ),
  },
};
