import type { PlaceStatus } from '../../../contract/console/places.ts';
import type { Role } from '../../../contract/console/session.ts';
import { placeFailuresQuery } from '../../api/places.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { PLACE_STATUS, SYNC } from '../../testing/place-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  Pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { SyncActions } from './sync-actions.tsx';
import { SyncLine } from './sync-line.tsx';

const FAILURES = placeFailuresQuery(undefined);
const SOME_FAILED = { ...PLACE_STATUS, entities: { total: 123, read: 121, failed: 2 } };
const SHOW = ['2 could not be read'];

function panel(change: Partial<PlaceStatus>, role: Role = 'operator', ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <SyncLine status={{ ...PLACE_STATUS, ...change }} collectiveId={null} />
      <SyncActions status={{ ...PLACE_STATUS, ...change }} collectiveId={null} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Sync of places',
  states: {
    'never synced': () =>
      panel({ entities: { total: 123, read: 0, failed: 0 }, oldestAt: null, newestAt: null }),
    running: () => panel({ gathering: SYNC }),
    waiting: () =>
      panel({
        gathering: {
          ...SYNC,
          perMinute: null,
          paused: { message: 'Back at four', until: '2026-03-02T16:00:00Z' },
        },
      }),
    stopped: () => panel({ gathering: { ...SYNC, state: 'stopped', perMinute: null } }),
    'a viewer may not sync': () => panel({}, 'viewer'),
    'failures, with the messages of the Service': () => (
      <Pressed names={SHOW}>
        {panel(
          SOME_FAILED,
          'operator',
          answered(FAILURES, {
            failures: [
              {
                entityId: uuid(301),
                entityName: 'Antwerpen old heat pump',
                message: 'The register of places is shut.',
                at: AS_OF,
                readAt: '2026-02-20T10:00:00Z',
              },
              {
                entityId: uuid(302),
                entityName: null,
                message: 'not found (404)',
                at: AS_OF,
                readAt: null,
              },
            ],
            total: 120,
            asOf: AS_OF,
          }),
        )}
      </Pressed>
    ),
    'failures could not be read': () => (
      <Pressed names={SHOW}>
        {panel(SOME_FAILED, 'operator', failed(FAILURES, problem('store_unavailable', 503)))}
      </Pressed>
    ),
  },
};
