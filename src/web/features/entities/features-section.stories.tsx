import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { neverRead, reads, storedVan } from '../../testing/fleet-entity-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { FeaturesSection } from './features-section.tsx';

const ID = uuid(1);
const OF = { params: { entityId: ID } };
const QUERY = query(ENDPOINTS.listFeatures, OF);
const STORED = query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: ID } });
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const operator = signedInAs('operator');
const listed = (isEnabled: boolean) =>
  answered(QUERY, [
    { feature: 'CaptureChargeSessions', isEnabled },
    { feature: 'SmartChargingWithSolarForecast', isEnabled: true },
  ]);

function tab(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <FeaturesSection entityId={ID} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Features of an Entity',
  states: {
    loading: () => tab(operator),
    error: () => tab(operator, failed(QUERY, away)),
    empty: () => tab(operator, answered(QUERY, [])),
    full: () => tab(operator, listed(true)),
    stale: () => tab(operator, listed(true), failed(QUERY, away)),
    'from the store': () => tab(operator, answered(STORED, storedVan())),
    'from the store, stale, the Service does not answer': () =>
      tab(operator, answered(STORED, storedVan({ reads: reads('stale') })), failed(QUERY, away)),
    'never read': () => tab(operator, answered(STORED, neverRead()), failed(QUERY, away)),
    'the battery capacity is missing': () =>
      tab(
        operator,
        listed(false),
        answered(query(ENDPOINTS.getBatteryCapacity, OF), { batteryCapacity: null }),
      ),
    'a viewer may not switch them': () => tab(signedInAs('viewer'), listed(true)),
  },
};
