import { presetRange } from '../../../domain/session-period.ts';
import { capacityQuery } from '../../api/battery-capacity.ts';
import { entityBatchesQuery } from '../../api/batches.ts';
import { chargeSessionsQuery } from '../../api/charge-sessions.ts';
import { entityQuery } from '../../api/directory.ts';
import { featuresQuery } from '../../api/features.ts';
import { fleetEntityQuery } from '../../api/fleet-entity.ts';
import { locationsQuery } from '../../api/locations.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, van } from '../../testing/fleet-samples.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { batch, problem, row, uuid } from '../../testing/samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { DEPOT, recentSessions } from '../../testing/session-samples.ts';
import { browserZone } from '../../theme/preferences.ts';
import { OverviewTab } from './overview-tab.tsx';

const ID = uuid(23);
const SESSIONS = chargeSessionsQuery(ID, presetRange('30d', browserZone(), Date.parse(AS_OF)));
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const sent = row(23, { status: 'Succeeded', settled: true });
const { batch: newest } = batch([sent], {
  collectiveName: 'Rotterdam Delivery Vans',
  verdictCounts: { acknowledged: 1 },
});

const FULL: readonly Seed[] = [
  answered(fleetEntityQuery(ID), storedVan({ id: ID })),
  answered(entityQuery(ID), { entity: van(23), asOf: AS_OF }),
  answered(capacityQuery(ID), { batteryCapacity: 77 }),
  answered(featuresQuery(ID), [{ feature: 'CaptureChargeSessions', isEnabled: true }]),
  answered(locationsQuery(ID), pages(null, { data: [DEPOT] })),
  answered(SESSIONS, pages(null, { data: recentSessions() })),
  answered(entityBatchesQuery(ID), {
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
        failed(fleetEntityQuery(ID), away),
        failed(entityQuery(ID), away),
        failed(capacityQuery(ID), away),
        failed(featuresQuery(ID), away),
        failed(locationsQuery(ID), away),
        failed(SESSIONS, away),
        failed(entityBatchesQuery(ID), away),
      ),
    empty: () =>
      tab(
        'None requested',
        answered(
          fleetEntityQuery(ID),
          storedVan({ id: ID, locations: [], features: [], commands: [], sessions: [] }),
        ),
        answered(entityQuery(ID), {
          entity: van(23, { name: null, type: null, brand: null, collectives: [] }),
          asOf: AS_OF,
        }),
        answered(capacityQuery(ID), { batteryCapacity: null }),
        answered(featuresQuery(ID), []),
        answered(locationsQuery(ID), pages(null, { data: [] })),
        answered(SESSIONS, pages(null, { data: [] })),
        answered(entityBatchesQuery(ID), { batches: [], asOf: AS_OF }),
      ),
    'partial, features failed': () =>
      tab('Requested', ...FULL.slice(0, 3), ...FULL.slice(-1), failed(featuresQuery(ID), away)),
    full: () => tab('None requested', ...FULL),
    stale: () => tab('None requested', ...FULL, failed(capacityQuery(ID), away)),
  },
};
