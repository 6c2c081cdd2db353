import type { FleetFailure, FleetStatus } from '../../../contract/console/fleet.ts';
import { fleetStatusOf as statusOf } from '../../api/fleet-status.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLEET_FAILURES, fleetStatus, quietStatus } from '../../testing/fleet-data-samples.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, Seeded, signedInAs, type Seed } from '../../testing/story-states.tsx';
import { FleetPage } from './fleet-page.tsx';
import { fleetFailures } from './fleet-queries.ts';
import type { FleetSearch } from './fleet-search.ts';

const STATUS = statusOf();
const FAILURES = fleetFailures(undefined, 0);
const away = problem('store_unavailable', 503);

const PARTLY = fleetStatus().resources.map((row) =>
  row.resource === 'sessions' ? { ...row, fresh: row.fresh - 6, partly: 6 } : row,
);
const PART_READS = FLEET_FAILURES.slice(3).map((row) => ({
  ...row,
  isPart: true,
  message: 'One item of data could not be used: data.4.data.charge. The others are kept.',
  readAt: null,
}));

const known = (change: Partial<FleetStatus> = {}) => answered(STATUS, fleetStatus(change));
const listed = (failures: readonly FleetFailure[], total = failures.length) =>
  answered(FAILURES, { failures: [...failures], total, asOf: AS_OF });
const page =
  (...seeds: readonly Seed[]) =>
  () =>
    view({}, signedInAs('operator'), ...seeds);

function view(search: FleetSearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <FleetPage search={search} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Fleet data',
  states: {
    loading: page(),
    error: page(failed(STATUS, away)),
    empty: page(known({ entities: 0, resources: [], due: 0, perMinute: null })),
    full: page(known(), listed(FLEET_FAILURES)),
    'partly read': page(known({ resources: PARTLY }), listed(PART_READS)),
    'nothing failed': page(answered(STATUS, quietStatus()), listed([])),
    'the failed reads are being read': page(known()),
    'the failed reads could not be read': page(known(), failed(FAILURES, away)),
    'stale, and reading is paused': page(
      known({
        paused: {
          message: 'The Service answers 503: maintenance until three',
          until: '2026-03-02T14:03:10Z',
        },
        perMinute: null,
      }),
      failed(STATUS, away),
      listed(FLEET_FAILURES, 120),
    ),
    'automatic reading is off, refreshed by hand': page(
      known({ isAutomatic: false, asked: 40, due: 906 }),
      listed([]),
    ),
    'one resource without failures': () =>
      view(
        { resource: 'capacity' },
        signedInAs('operator'),
        known(),
        answered(fleetFailures('capacity', 0), { failures: [], total: 0, asOf: AS_OF }),
      ),
    'a viewer may not refresh': () =>
      view({}, signedInAs('viewer'), known(), listed(FLEET_FAILURES)),
  },
};
