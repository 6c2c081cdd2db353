import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { CollectiveView } from './collective-view.tsx';

const data = vans();

function view(change: Partial<ComponentProps<typeof CollectiveView>>) {
  return () => (
    <CollectiveView
      collectiveId={uuid(900)}
      data={data}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      search={{ tab: 'entities' }}
      onSearch={() => {}}
      dispatchDenial={null}
      moving={null}
      membership={null}
      parts={{
        overview: null,
        entities: null,
        members: null,
        batches: null,
        schedule: null,
        sessions: null,
        map: null,
      }}
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'Collective',
  states: {
    loading: view({ data: undefined }),
    error: view({ data: undefined, error: problem('not_found', 404, 'No such Collective') }),
    empty: view({ data: { ...data, entities: [] } }),
    full: view({
      data: {
        ...vans({ note: 'Ring the depot before 06:00.', conflicts: 1 }),
        properties: { value: { contract: 'NL-4711', roaming: true }, toldAt: SEEN_AT },
      },
    }),
    'archived and refused by the Service': view({
      data: vans({ archived: true, unreachable: { status: 404, at: SEEN_AT, offboardedAt: null } }),
    }),
    'stale, for a viewer': view({
      error: problem('internal', 500),
      dispatchDenial: 'The role viewer may not send Commands.',
    }),
  },
};
