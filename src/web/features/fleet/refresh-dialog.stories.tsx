import type { FleetChoice, RefreshCost } from '../../../contract/console/fleet.ts';
import { SendObstacle } from '../../components/send-obstacle.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, pressed, Seeded, type Seed } from '../../testing/story-states.tsx';
import { refreshCost } from './fleet-queries.ts';
import { RefreshDialog } from './refresh-dialog.tsx';
import { usual } from './refresh-target.ts';

const EVERYTHING = { kind: 'all' } as const;
/** The initial choice of the dialog, which the answers below belong to. */
const ALL: FleetChoice = {
  entityIds: null,
  collectiveId: null,
  resources: usual(EVERYTHING),
  only: 'all',
};
const FAILED: FleetChoice = { ...ALL, only: 'failed' };

const costs = (choice: FleetChoice, cost: RefreshCost) => answered(refreshCost(choice), cost);
const whole = costs(ALL, { entities: 151, requests: 906, seconds: 9.06 });

function dialog(only: FleetChoice['only'], ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <RefreshDialog target={EVERYTHING} only={only} onClose={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Refresh now',
  layout: 'alone',
  states: {
    counting: () => dialog('all'),
    'the cost': () => dialog('all', whole),
    'nothing failed': () =>
      dialog('failed', costs(FAILED, { entities: 0, requests: 0, seconds: 0 })),
    'the cost could not be read': () =>
      dialog('all', failed(refreshCost(ALL), problem('store_unavailable', 503))),
    'nothing can be sent': () => (
      <SendObstacle value="This browser is offline. Sending waits until the connection is back.">
        {dialog('all', whole)}
      </SendObstacle>
    ),
    'requesting it': () => pressed(dialog('all', whole), 'Refresh 151 Entities'),
  },
};
