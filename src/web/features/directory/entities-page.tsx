import ChecklistIcon from '@mui/icons-material/ChecklistRtl';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { collectivesQuery } from '../../api/directory.ts';
import { entitiesQuery, ENTITIES_PER_PAGE, entityFacetsQuery } from '../../api/entity-lists.ts';
import { usePermission } from '../../api/session.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { entityFilterOf, entityListOf, isFiltered, type ListSearch } from './directory-search.ts';
import { EntityViews } from './entity-views.tsx';
import { EntitiesView } from './entities-view.tsx';
import { LazyDirectoryActions } from './lazy-directory-actions.tsx';
import { LazyRecordDrawer } from './lazy-dialogs.tsx';

interface EntitiesPageProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Has these Entities read again, or all of the filtered list; absent: not permitted. */
  onRefresh?: ((entityIds?: readonly string[]) => void) | undefined;
}

/** Maximum number of pages read at a time, however far the operator scrolls. */
const PAGES_AT_ONCE = 4;

/** All Entities in the directory; pages are read as they scroll into view. */
export function EntitiesPage({ search, onSearch, onRefresh }: EntitiesPageProps) {
  const list = useMemo(() => entityListOf(search), [search]);
  const filter = useMemo(() => entityFilterOf(search), [search]);
  const [shown, setShown] = useState({ from: 0, to: 0 });
  const [editing, setEditing] = useState<string | null>(null);
  const permission = usePermission('manage-directory');
  const start = useQuery(entitiesQuery(list, 0));
  const facets = useQuery(entityFacetsQuery(filter));
  const collectives = useQuery(collectivesQuery);

  const { from, to } = shown;
  const pages = Array.from(
    { length: Math.min(to - from + 1, PAGES_AT_ONCE) },
    (_, at) => from + at,
  ).filter((page) => page > 0);
  const more = useQueries({ queries: pages.map((page) => entitiesQuery(list, page)) });

  const read = new Map<number, readonly EntityListRow[]>();
  if (start.data !== undefined) read.set(0, start.data.entities);
  for (const [at, page] of pages.entries()) {
    const found = more[at]?.data;
    if (found !== undefined) read.set(page, found.entities);
  }
  const rowAt = (index: number) =>
    read.get(Math.floor(index / ENTITIES_PER_PAGE))?.[index % ENTITIES_PER_PAGE];
  const failed = more.find(({ error }) => error !== null);
  const onWindow = useCallback((first: number, end: number) => {
    const next = {
      from: Math.floor(first / ENTITIES_PER_PAGE),
      to: Math.floor(Math.max(first, end - 1) / ENTITIES_PER_PAGE),
    };
    // Most steps of scrolling stay on the same pages: only the table is drawn again then.
    setShown((old) => (old.from === next.from && old.to === next.to ? old : next));
  }, []);

  return (
    <>
      <EntitiesView
        search={search}
        onSearch={onSearch}
        total={start.data?.total}
        asOf={start.data?.asOf ?? null}
        error={start.error ?? failed?.error ?? null}
        fetching={start.isFetching}
        onRefresh={() => {
          void start.refetch();
          void facets.refetch();
          for (const page of more) void page.refetch();
        }}
        stale={start.isPlaceholderData}
        rowAt={rowAt}
        onWindow={onWindow}
        facets={facets.data}
        facetsError={facets.error}
        collectives={collectives.data?.collectives ?? []}
        onEdit={permission.allowed ? setEditing : null}
        views={<EntityViews search={search} />}
        actions={
          <LazyDirectoryActions kind="entity" onRefresh={onRefresh && (() => onRefresh())}>
            {(start.data?.total ?? 0) > 0 && (
              <LinkButton
                color="inherit"
                variant="outlined"
                startIcon={<ChecklistIcon />}
                to="/bulk"
                search={isFiltered(search) ? filter : { all: '1' }}
              >
                Change these in bulk
              </LinkButton>
            )}
          </LazyDirectoryActions>
        }
      />
      {editing !== null && (
        <LazyRecordDrawer kind="entity" id={editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
