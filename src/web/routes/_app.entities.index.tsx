import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '../api/session.ts';
import { EntitiesPage } from '../features/directory/entities-page.tsx';
import { entityFilterOf } from '../components/list/entity-filters.ts';
import { DIRECTORY, ListSearch } from '../features/directory/directory-search.ts';
import { RefreshDialog } from '../features/fleet/refresh-dialog.tsx';
import type { RefreshTarget } from '../features/fleet/refresh-target.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/entities/')({
  validateSearch: ListSearch,
  component: Page,
});

/** The whole directory, or its filtered part. */
function listTarget(search: ListSearch): RefreshTarget {
  return DIRECTORY.isNarrowed(search)
    ? { kind: 'filter', filter: entityFilterOf(search) }
    : { kind: 'all' };
}

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<ListSearch>(Route.useNavigate(), { resetScroll: true });
  const { allowed } = usePermission('refresh-fleet');
  const [refreshing, setRefreshing] = useState<RefreshTarget | null>(null);
  const onRefresh = (ids?: readonly string[]) =>
    setRefreshing(ids === undefined ? listTarget(search) : { kind: 'entities', ids });
  return (
    <>
      <EntitiesPage
        search={search}
        onSearch={onSearch}
        onRefresh={allowed ? onRefresh : undefined}
      />
      {refreshing !== null && (
        <RefreshDialog target={refreshing} onClose={() => setRefreshing(null)} />
      )}
    </>
  );
}
