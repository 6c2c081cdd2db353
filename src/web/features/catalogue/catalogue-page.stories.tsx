import type { Stories } from '../../gallery/story.ts';
import { FACETS } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  saidLast,
  type Seed,
  Seeded,
} from '../../testing/story-states.tsx';
import { CataloguePage } from './catalogue-page.tsx';
import { typePages, usage } from './catalogue-queries.ts';

const type = (name: string, ...brands: string[]) => ({ type: name, brands });
const TYPES = [
  type('ChargePoint', 'Alfen', 'Easee', 'Wallbox'),
  type('EV', 'Ford', 'Renault', 'Škoda', 'Tesla', 'Volkswagen Nutzfahrzeuge'),
  type('HeatPump', 'Daikin'),
  type('Thermostat'),
];

function page(text: string, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <CataloguePage search={{ q: text }} onSearch={() => {}} />
    </Seeded>
  );
}

const offered = answered(typePages, pages({}, { data: TYPES }));
const counted = [answered(usage(), FACETS), answered(usage('EV'), FACETS)];
const away = problem('upstream_timeout', 504, 'No answer within 10 s');

export const stories: Stories = {
  title: 'Onboarding catalogue',
  states: {
    empty: () => page('', answered(typePages, pages({}, { data: [] }))),
    full: () => page('', offered, ...counted),
    'said last, the Service does not answer': () =>
      page('', saidLast(typePages, pages({}, { data: TYPES }), away), ...counted),
    'stale, and without counts': () =>
      page(
        '',
        offered,
        failed(typePages, away),
        failed(usage(), problem('store_unavailable', 503)),
      ),
  },
};
