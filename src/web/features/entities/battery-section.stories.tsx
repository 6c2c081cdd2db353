import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  Pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { BatterySection } from './battery-section.tsx';

const ID = uuid(1);
const QUERY = query(ENDPOINTS.getBatteryCapacity, { params: { entityId: ID } });
const away = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const known = answered(QUERY, { batteryCapacity: 77.5 });
const operator = signedInAs('operator');

function tab(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <BatterySection entityId={ID} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Battery of an Entity',
  states: {
    loading: () => tab(operator),
    error: () => tab(operator, failed(QUERY, away)),
    empty: () => tab(operator, answered(QUERY, { batteryCapacity: null })),
    full: () => tab(operator, known),
    stale: () => tab(operator, known, failed(QUERY, away)),
    'nothing was entered': () => (
      <Pressed names={['Set the capacity']}>{tab(operator, known)}</Pressed>
    ),
    'a viewer may not set it': () => tab(signedInAs('viewer'), known),
  },
};
