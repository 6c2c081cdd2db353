import ChecklistIcon from '@mui/icons-material/ChecklistRtl';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { facetsOf } from './directory-queries.ts';
import { entityFilterOf } from '../../components/list/entity-filters.ts';
import { DIRECTORY, entityListOf, type ListSearch } from './directory-search.ts';
import { EntityViews } from './entity-views.tsx';
import { EntitiesView } from './entities-view.tsx';
import { DirectoryActions } from './directory-actions.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { useEntityPages } from './use-entity-pages.ts';

interface EntitiesPageProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Reads these Entities again, or the whole filtered list; absent: not permitted. */
  onRefresh?: ((entityIds?: readonly string[]) => void) | undefined;
}

/** All Entities in the directory; pages are read as they scroll into view. */
export function EntitiesPage({ search, onSearch, onRefresh }: EntitiesPageProps) {
  const list = useMemo(() => entityListOf(search), [search]);
  const filter = useMemo(() => entityFilterOf(search), [search]);
  const [editing, setEditing] = useState<string | null>(null);
  const permission = usePermission('manage-directory');
  const bulk = usePermission('change-entity');
  const { refresh, ...read } = useEntityPages(list);
  const facets = useQuery(facetsOf(filter));
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));

  return (
    <>
      <EntitiesView
        search={search}
        onSearch={onSearch}
        {...read}
        onRefresh={() => {
          refresh();
          void facets.refetch();
        }}
        facets={facets.data}
        facetsError={facets.error}
        collectives={collectives.data?.collectives ?? []}
        onEdit={permission.allowed ? setEditing : null}
        views={<EntityViews search={search} />}
        actions={
          <DirectoryActions kind="entity" onRefresh={onRefresh && (() => onRefresh())}>
            {bulk.allowed && (read.total ?? 0) > 0 && (
              <LinkButton
                color="inherit"
                variant="outlined"
                startIcon={<ChecklistIcon />}
                to="/bulk"
                search={DIRECTORY.isNarrowed(search) ? filter : { all: '1' }}
              >
                Change these in bulk
              </LinkButton>
            )}
          </DirectoryActions>
        }
      />
      {editing !== null && (
        <RecordDrawer kind="entity" id={editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
