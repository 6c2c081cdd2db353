import { chargeSessionsQuery } from '../../api/charge-sessions.ts';
import { locationQuery, locationsQuery } from '../../api/locations.ts';
import { presetRange } from '../../../domain/session-range.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { failed, pages, read, Seeded, signedIn, type Seed } from '../../testing/seeded.tsx';
import { DEPOT, recentSessions } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { LocationsTab } from './locations-tab.tsx';

const ID = uuid(1);
const QUERY = locationsQuery(ID);
const NOWHERE = { id: uuid(402), label: 'Nowhere', latitude: 951, longitude: -4000 };
const PLACES = [DEPOT, { id: uuid(401), label: null, latitude: 51.9, longitude: 4.4 }, NOWHERE];
const away = problem('upstream_unavailable', 503, 'Back at four', 'service');
const all = read(QUERY, pages(null, { data: PLACES }));
const operator = signedIn('operator');
const matched = read(
  chargeSessionsQuery(ID, presetRange('90d', browserZone(), Date.now())),
  pages(null, { data: recentSessions() }),
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
    empty: () => tab(undefined, operator, read(QUERY, pages(null, { data: [] }))),
    'partial, the next page failed': () =>
      tab(
        undefined,
        operator,
        read(QUERY, pages(null, { data: PLACES, meta: more })),
        failed(QUERY, away),
      ),
    full: () => tab(DEPOT.id, operator, all, matched, read(locationQuery(ID, DEPOT.id), DEPOT)),
    'stale, with a place out of range': () =>
      tab(
        NOWHERE.id,
        signedIn('viewer'),
        all,
        failed(QUERY, away),
        matched,
        read(locationQuery(ID, NOWHERE.id), NOWHERE),
      ),
    'the chosen place could not be read': () =>
      tab(DEPOT.id, operator, all, failed(locationQuery(ID, DEPOT.id), away)),
  },
};
