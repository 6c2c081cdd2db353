import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { collectiveQuery } from '../../api/directory.ts';
import { usePermission } from '../../api/session.ts';
import type { CollectiveSearch } from './collectives-search.ts';
import { CollectiveView } from './collective-view.tsx';

interface CollectivePageProps {
  collectiveId: string;
  search: CollectiveSearch;
  onSearch: (change: Partial<CollectiveSearch>) => void;
  /** The latest batches of this Collective. */
  recentBatches: ReactNode;
  /** The people with access to this Collective. */
  members: ReactNode;
  /** What is planned next for this Collective. */
  upcoming: ReactNode;
}

/** A Collective: its Entities, its latest batches, and the way to dispatch to it. */
export function CollectivePage({
  collectiveId,
  search,
  onSearch,
  recentBatches,
  members,
  upcoming,
}: CollectivePageProps) {
  const collective = useQuery(collectiveQuery(collectiveId));
  const dispatch = usePermission('dispatch');
  return (
    <CollectiveView
      collectiveId={collectiveId}
      data={collective.data}
      error={collective.error}
      fetching={collective.isFetching}
      onRefresh={() => void collective.refetch()}
      search={search}
      onSearch={onSearch}
      dispatchDenial={dispatch.reason}
      recentBatches={recentBatches}
      members={members}
      upcoming={upcoming}
    />
  );
}
