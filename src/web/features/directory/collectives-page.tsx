import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  archivedCollectivesQuery,
  collectiveFactsQuery,
  collectivesQuery,
} from '../../api/directory.ts';
import { usePermission } from '../../api/session.ts';
import { useZone } from '../../theme/preferences.ts';
import { CollectivesView } from './collectives-view.tsx';
import type { ListSearch } from './directory-search.ts';
import { DirectoryActions } from './directory-actions.tsx';
import { RecordDrawer } from './record-drawer.tsx';

interface CollectivesPageProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

/** All Collectives in the directory. */
export function CollectivesPage({ search, onSearch }: CollectivesPageProps) {
  const inUse = useQuery({ ...collectivesQuery, enabled: search.archived === undefined });
  const archived = useQuery({
    ...archivedCollectivesQuery,
    enabled: search.archived !== undefined,
  });
  const collectives = search.archived === undefined ? inUse : archived;
  const facts = useQuery(collectiveFactsQuery(useZone()));
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
