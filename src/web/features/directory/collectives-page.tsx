import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { useZone } from '../../theme/preferences.ts';
import { CollectivesView } from './collectives-view.tsx';
import type { ListSearch } from './directory-search.ts';
import { DirectoryActions } from './directory-actions.tsx';
import { RecordDrawer } from './record-drawer.tsx';

/** How often sums are read again while the server is recomputing them, in ms. */
const BEHIND_MS = 2000;

interface CollectivesPageProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

/** All Collectives in the directory. */
export function CollectivesPage({ search, onSearch }: CollectivesPageProps) {
  const { archived } = search;
  const collectives = useQuery(
    query(DIRECTORY_ROUTES.collectives, archived === undefined ? {} : { query: { archived } }),
  );
  const facts = useQuery({
    ...query(DIRECTORY_ROUTES.collectiveFacts, { query: { zone: useZone() } }),
    refetchInterval: ({ state }) => (state.data?.isBehind === true ? BEHIND_MS : false),
    placeholderData: keepPreviousData,
  });
  const permission = usePermission('manage-directory');
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <>
      <CollectivesView
        data={collectives.data}
        facts={facts.data}
        factsPending={facts.isPending}
        error={collectives.error ?? facts.error}
        fetching={collectives.isFetching}
        onRefresh={() => {
          void collectives.refetch();
          void facts.refetch();
        }}
        search={search}
        onSearch={onSearch}
        denial={permission.reason}
        onEdit={permission.allowed ? setEditing : null}
        actions={<DirectoryActions kind="collective" />}
      />
      {editing !== null && (
        <RecordDrawer kind="collective" id={editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
