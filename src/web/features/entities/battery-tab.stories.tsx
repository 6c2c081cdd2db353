import { capacityQuery } from '../../api/battery-capacity.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { failed, Pressed, read, Seeded, signedIn, type Seed } from '../../testing/seeded.tsx';
import { BatteryTab } from './battery-tab.tsx';

const ID = uuid(1);
const QUERY = capacityQuery(ID);
const away = problem('upstream_unavailable', 503, 'Back at four', 'service');
const known = read(QUERY, { batteryCapacity: 77.5 });
const operator = signedIn('operator');

function tab(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <BatteryTab entityId={ID} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Battery of an Entity',
  states: {
    loading: () => tab(operator),
    error: () => tab(operator, failed(QUERY, away)),
    empty: () => tab(operator, read(QUERY, { batteryCapacity: null })),
    full: () => tab(operator, known),
    stale: () => tab(operator, known, failed(QUERY, away)),
    'nothing was entered': () => (
      <Pressed names={['Set the capacity']}>{tab(operator, known)}</Pressed>
    ),
    'a viewer may not set it': () => tab(signedIn('viewer'), known),
  },
};
