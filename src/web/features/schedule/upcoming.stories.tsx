import { fleetCollective } from '../../api/fleet-collective.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { PLANNED } from '../../testing/collective-samples.ts';
import { glance } from '../../testing/fleet-entity-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, seeded } from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { scheduleOf } from './schedule-queries.ts';
import { Upcoming } from './upcoming.tsx';

const view = <Upcoming collectiveId={uuid(900)} />;
const read = scheduleOf(uuid(900));
const full = answered(read, { items: PLANNED.slice(0, 2), unresolved: [], asOf: SEEN_AT });

export const stories: Stories = {
  title: 'Schedule of a Collective',
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('internal', 500))),
    empty: seeded(view, answered(read, { items: [], unresolved: [], asOf: SEEN_AT })),
    full: seeded(view, full),
    'others planned too': seeded(
      view,
      answered(read, { items: [], unresolved: [], asOf: SEEN_AT }),
      answered(fleetCollective(uuid(900), browserZone()), glance()),
    ),
    stale: seeded(view, full, failed(read, problem('internal', 500))),
    'an unknown outcome': seeded(
      view,
      answered(read, {
        items: PLANNED.slice(0, 1),
        unresolved: [{ dispatchId: uuid(852), collectiveName: 'Rotterdam Delivery Vans' }],
        asOf: SEEN_AT,
      }),
    ),
  },
};
