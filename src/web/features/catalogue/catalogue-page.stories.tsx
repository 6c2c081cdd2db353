import { fleetTypesQuery } from '../../api/fleet-lists.ts';
import { entityTypesQuery, usageQuery } from '../../api/entity-types.ts';
import type { Stories } from '../../gallery/story.ts';
import { FACETS } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { STORED_TYPES } from '../../testing/stored-list-samples.ts';
import { answered, failed, pages, type Seed, Seeded } from '../../testing/story-states.tsx';
import { CataloguePage } from './catalogue-page.tsx';

const type = (name: string, ...brands: string[]) => ({ id: name, type: name, brands });
const TYPES = [
  type('ChargePoint', 'Alfen', 'Easee', 'Wallbox'),
  type('EV', 'Ford', 'Renault', 'Škoda', 'Tesla', 'Volkswagen Nutzfahrzeuge'),
  type('HeatPump', 'Daikin'),
  type('Thermostat'),
];

function page(query: string, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <CataloguePage query={query} onQuery={() => {}} />
    </Seeded>
  );
}

const offered = answered(entityTypesQuery, pages(null, { data: TYPES }));
const stored = answered(fleetTypesQuery, STORED_TYPES);
const counted = [answered(usageQuery(null), FACETS), answered(usageQuery('EV'), FACETS)];
const away = problem('upstream_timeout', 504, 'No answer within 10 s');

export const stories: Stories = {
  title: 'Onboarding catalogue',
  states: {
    loading: () => page(''),
    error: () => page('', failed(entityTypesQuery, away)),
    empty: () => page('', answered(entityTypesQuery, pages(null, { data: [] }))),
    full: () => page('', offered, ...counted),
    'from the store, reading': () => page('', stored, ...counted),
    'from the store, the Service does not answer': () =>
      page('', stored, failed(entityTypesQuery, away), ...counted),
    'nothing matches': () => page('huawei', offered, ...counted),
    'stale, and without counts': () =>
      page(
        '',
        offered,
        failed(entityTypesQuery, away),
        failed(usageQuery(null), problem('store_unavailable', 503)),
      ),
  },
};
