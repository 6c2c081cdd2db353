import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { reads, storedVan } from '../../testing/fleet-entity-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { DEPOT, recentSessions } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { locationPages, sessionPages } from './entities-queries.ts';
import { LocationsTab } from './locations-tab.tsx';

const ID = uuid(1);
const QUERY = locationPages(ID);
const STORED = query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: ID } });
const place = (locationId: string) =>
  query(ENDPOINTS.getLocation, { params: { entityId: ID, locationId } });
const NOWHERE = { id: uuid(402), label: 'Nowhere', latitude: 951, longitude: -4000 };
const PLACES = [DEPOT, { id: uuid(401), label: null, latitude: 51.9, longitude: 4.4 }, NOWHERE];
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const all = answered(QUERY, pages({}, { data: PLACES }));
const operator = signedInAs('operator');
const matched = answered(
  sessionPages(ID, presetRange('90d', browserZone(), Date.parse(AS_OF))),
  pages({}, { data: recentSessions() }),
);
const more = { continuationToken: 'two', pageSize: 200 };

function tab(location: string | undefined, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <LocationsTab entityId={ID} search={{ location }} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Locations of an Entity',
  states: {
    loading: () => tab(undefined, operator),
    error: () => tab(undefined, operator, failed(QUERY, away)),
    empty: () => tab(undefined, operator, answered(QUERY, pages({}, { data: [] }))),
    'from the store': () => tab(undefined, operator, answered(STORED, storedVan())),
    'from the store, failed before': () =>
      tab(
        undefined,
        operator,
        answered(STORED, storedVan({ reads: reads('failed') })),
        failed(QUERY, away),
      ),
    'partial, the next page failed': () =>
      tab(
        undefined,
        operator,
        answered(QUERY, pages({}, { data: PLACES, meta: more })),
        failed(QUERY, away),
      ),
    full: () => tab(DEPOT.id, operator, all, matched, answered(place(DEPOT.id), DEPOT)),
    'stale, with a place out of range': () =>
      tab(
        NOWHERE.id,
        signedInAs('viewer'),
        all,
        failed(QUERY, away),
        matched,
        answered(place(NOWHERE.id), NOWHERE),
      ),
    'the chosen place could not be read': () =>
      tab(DEPOT.id, operator, all, failed(place(DEPOT.id), away)),
  },
};
