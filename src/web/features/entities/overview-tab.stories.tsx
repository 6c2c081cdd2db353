import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_BATCH_ROUTES } from '../../../contract/console/entity-batches.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, van } from '../../testing/fleet-samples.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { batch, problem, row, uuid } from '../../testing/samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { DEPOT, recentSessions } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { locationPages, sessionPages } from './entities-queries.ts';
import { OverviewTab } from './overview-tab.tsx';

const ID = uuid(23);
const OF = { params: { entityId: ID } };
const BY = { params: { id: ID } };
const STORED = query(FLEET_ENTITY_ROUTES.fleetEntity, BY);
const RECORD = query(DIRECTORY_ROUTES.entity, BY);
const BATCHES = query(ENTITY_BATCH_ROUTES.entityBatches, BY);
const FEATURES = query(ENDPOINTS.listFeatures, OF);
const CAPACITY = query(ENDPOINTS.getBatteryCapacity, OF);
const PLACES = locationPages(ID);
const SESSIONS = sessionPages(ID, presetRange('30d', browserZone(), Date.parse(AS_OF)));
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const sent = row(23, { status: 'Succeeded', settled: true });
const { batch: newest } = batch([sent], {
  collectiveName: 'Rotterdam Delivery Vans',
  verdictCounts: { acknowledged: 1 },
});

const FULL: readonly Seed[] = [
  answered(STORED, storedVan({ id: ID })),
  answered(RECORD, { entity: van(23), asOf: AS_OF }),
  answered(CAPACITY, { batteryCapacity: 77 }),
  answered(FEATURES, [{ feature: 'CaptureChargeSessions', isEnabled: true }]),
  answered(PLACES, pages({}, { data: [DEPOT] })),
  answered(SESSIONS, pages({}, { data: recentSessions() })),
  answered(BATCHES, {
    batches: [{ batch: newest, commands: [{ ...sent, id: uuid(523), status: 'Succeeded' }] }],
    asOf: AS_OF,
  }),
];

function tab(offboarding: string, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <OverviewTab entityId={ID} offboardingState={offboarding} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Overview of an Entity',
  states: {
    loading: () => tab('Reading…'),
    error: () =>
      tab(
        'None requested',
        failed(STORED, away),
        failed(RECORD, away),
        failed(CAPACITY, away),
        failed(FEATURES, away),
        failed(PLACES, away),
        failed(SESSIONS, away),
        failed(BATCHES, away),
      ),
    empty: () =>
      tab(
        'None requested',
        answered(
          STORED,
          storedVan({ id: ID, locations: [], features: [], commands: [], sessions: [] }),
        ),
        answered(RECORD, {
          entity: van(23, { name: null, type: null, brand: null, collectives: [] }),
          asOf: AS_OF,
        }),
        answered(CAPACITY, { batteryCapacity: null }),
        answered(FEATURES, []),
        answered(PLACES, pages({}, { data: [] })),
        answered(SESSIONS, pages({}, { data: [] })),
        answered(BATCHES, { batches: [], asOf: AS_OF }),
      ),
    'partial, features failed': () =>
      tab('Requested', ...FULL.slice(0, 3), ...FULL.slice(-1), failed(FEATURES, away)),
    full: () => tab('None requested', ...FULL),
    stale: () => tab('None requested', ...FULL, failed(CAPACITY, away)),
  },
};
