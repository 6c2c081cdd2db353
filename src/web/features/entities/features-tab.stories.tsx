import { capacityQuery } from '../../api/battery-capacity.ts';
import { featuresQuery } from '../../api/features.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { failed, read, Seeded, signedIn, type Seed } from '../../testing/seeded.tsx';
import { FeaturesTab } from './features-tab.tsx';

const ID = uuid(1);
const QUERY = featuresQuery(ID);
const away = problem('upstream_unavailable', 503, 'Back at four', 'service');
const operator = signedIn('operator');
const listed = (isEnabled: boolean) =>
  read(QUERY, [
    { feature: 'CaptureChargeSessions', isEnabled },
    { feature: 'SmartChargingWithSolarForecast', isEnabled: true },
  ]);

function tab(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <FeaturesTab entityId={ID} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Features of an Entity',
  states: {
    loading: () => tab(operator),
    error: () => tab(operator, failed(QUERY, away)),
    empty: () => tab(operator, read(QUERY, [])),
    full: () => tab(operator, listed(true)),
    stale: () => tab(operator, listed(true), failed(QUERY, away)),
    'the battery capacity is missing': () =>
      tab(operator, listed(false), read(capacityQuery(ID), { batteryCapacity: null })),
    'a viewer may not switch them': () => tab(signedIn('viewer'), listed(true)),
  },
};
