import { fleetCollective } from '../../api/fleet-collective.ts';
import { Card } from '../../components/card.tsx';
import type { Stories } from '../../gallery/story.ts';
import { glance, nothingKnown } from '../../testing/fleet-entity-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded } from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { CollectiveOverview } from './collective-overview.tsx';

const QUERY = fleetCollective(uuid(900), browserZone());
const view = (
  <CollectiveOverview
    collectiveId={uuid(900)}
    map={<Card title="Map">The map is drawn by its own feature.</Card>}
    onTab={() => {}}
  />
);
const full = asOperator(answered(QUERY, glance()));
const none = { total: 0, entities: [] };

export const stories: Stories = {
  title: 'Overview of a Collective',
  states: {
    loading: seeded(view),
    error: seeded(view, failed(QUERY, problem('store_unavailable', 503))),
    empty: seeded(view, asOperator(answered(QUERY, nothingKnown()))),
    full: seeded(view, full),
    'being added up, nothing stands out': seeded(
      view,
      asOperator(answered(QUERY, glance({ energy: null, silent: none, failing: none }))),
    ),
    stale: seeded(view, full, failed(QUERY, problem('internal', 500))),
  },
};
