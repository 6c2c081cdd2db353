import { fleetStatusOf as statusOf } from '../../api/fleet-status.ts';
import type { PlaceRow } from '../../../contract/console/places.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { fleetStatus, quietStatus } from '../../testing/fleet-data-samples.ts';
import { PLACE_ROWS, placeMap } from '../../testing/place-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { mapOf, placesOf, type PlaceSelection } from './map-queries.ts';
import type { MapSearch } from './map-search.ts';
import { MapPage } from './map-page.tsx';

const STATUS = statusOf();
const away = problem('store_unavailable', 503);
const known = answered(STATUS, fleetStatus());
const listed = (selection: PlaceSelection, places: readonly PlaceRow[]) =>
  answered(placesOf(selection, 0), {
    places: [...places],
    total: places.length,
    entities: places.length,
    offset: 0,
    asOf: AS_OF,
  });
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
const BY_OUTCOME: MapSearch = { colour: 'outcome' };

function page(search: MapSearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('operator'), ...seeds]}>
      <MapPage search={search} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Map of the fleet',
  states: {
    loading: () => page({}),
    'what is known could not be read': () =>
      page({}, failed(STATUS, away), map, listed({}, PLACE_ROWS)),
    'nothing read yet, reading': () => page({}, known, none),
    'nothing read yet, automatic reading off': () =>
      page({}, answered(STATUS, fleetStatus({ isAutomatic: false })), none),
    'no Entity has a place': () => page({}, answered(STATUS, quietStatus()), none),
    'map and list could not be read': () =>
      page({}, known, failed(mapOf({}), away), failed(placesOf({}, 0), away)),
    full: () => page({}, known, map, listed({}, PLACE_ROWS)),
    'by outcome, stale': () =>
      page(BY_OUTCOME, known, map, listed({}, PLACE_ROWS), failed(placesOf({}, 0), away)),
    'nothing matches': () =>
      page(
        { type: 'Battery' },
        known,
        answered(mapOf({ type: 'Battery' }), nowhere),
        listed({ type: 'Battery' }, []),
      ),
  },
};
