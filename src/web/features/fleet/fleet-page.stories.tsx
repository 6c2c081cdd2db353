import type { FleetFailure, FleetStatus } from '../../../contract/console/fleet.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLEET_FAILURES, fleetStatus } from '../../testing/fleet-data-samples.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { fleetFailures } from './fleet-failures.tsx';
import { FleetPage } from './fleet-page.tsx';

const away = failed(fleetStatusOf(), problem('store_unavailable', 503));
const view = <FleetPage search={{}} onSearch={() => {}} />;

const PART_READS = FLEET_FAILURES.slice(3).map((row) => ({
  ...row,
  isPart: true,
  message: 'One item of data could not be used: data.4.data.charge. The others are kept.',
  readAt: null,
}));

const known = (change: Partial<FleetStatus> = {}) => answered(fleetStatusOf(), fleetStatus(change));
const listed = (failures: readonly FleetFailure[], total = failures.length) =>
  answered(fleetFailures(undefined, 0), { failures: [...failures], total, asOf: AS_OF });

export const stories: Stories = {
  title: 'Fleet data',
  layout: 'alone',
  seed: asOperator(),
  states: {
    empty: seeded(view, known({ entities: 0, resources: [] })),
    full: seeded(view, known(), listed(FLEET_FAILURES)),
    'stale, paused, and only on request': seeded(
      view,
      known({
        isAutomatic: false,
        paused: {
          message: 'The Service answers 503: maintenance until three',
          until: '2026-03-02T14:03:10Z',
        },
      }),
      away,
      listed([...FLEET_FAILURES, ...PART_READS], 120),
    ),
    'a viewer, nothing failed': seeded(view, known(), listed([]), signedInAs('viewer')),
  },
};
