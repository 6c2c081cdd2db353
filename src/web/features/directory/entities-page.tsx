import ChecklistIcon from '@mui/icons-material/ChecklistRtl';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { formatNumber } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { entityFilterOf } from '../../components/list/entity-filters.ts';
import { later } from '../../components/later.tsx';
import { ListCount } from '../../components/list-count.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { RefreshDialog } from '../fleet/refresh-dialog.tsx';
import { DirectoryActions } from './directory-actions.tsx';
import { facetsOf } from './directory-queries.ts';
import { columnsOf, DIRECTORY, entityListOf, type ListSearch } from './directory-search.ts';
import { ENTITY_COLUMNS, ENTITY_HEIGHT } from './entity-columns.tsx';
import { EntityViews } from './entity-views.tsx';
import { FacetFilters } from './facet-filters.tsx';
import { ListOptions } from './list-options.tsx';
import { ReadingOff } from './reading-off.tsx';
import { editColumn } from './record-cells.tsx';
import { useEntityPages } from './use-entity-pages.ts';

const RecordDrawer = later(async () => (await import('./record-drawer.tsx')).RecordDrawer);

const PRESET = [
  'name',
  'type',
  'outcome',
  'seen',
  'energy',
  'capacity',
  'planned',
  'reads',
  'place',
];
const KEYS = ENTITY_COLUMNS.map(({ key }) => key);

interface EntitiesPageProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

/** All Entities in the directory; pages are read as they scroll into view. */
export function EntitiesPage({ search, onSearch }: EntitiesPageProps) {
  const list = useMemo(() => entityListOf(search), [search]);
  const filter = useMemo(() => entityFilterOf(search), [search]);
  const filtered = DIRECTORY.isNarrowed(search);
  const [editing, setEditing] = useState<string | null>(null);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const { allowed: mayEdit } = usePermission('manage-directory');
  const { allowed: mayChange } = usePermission('change-entity');
  const { allowed: mayRefresh } = usePermission('refresh-fleet');
  const { refresh, total, ...read } = useEntityPages(list);
  const facets = useQuery(facetsOf(filter));
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const refetch = () => {
    refresh();
    void facets.refetch();
  };
  const filled = new Map(Object.entries(facets.data?.filled ?? {}));
  // Columns chosen by the operator stay even if they are empty.
  const preset = PRESET.filter((key) => filled.get(key) !== 0);
  const asked = columnsOf(search, KEYS, preset).join(',');
  // Keep the same array, so that unchanged rows are not rendered again.
  const shown = useMemo(() => asked.split(','), [asked]);
  const columns = useMemo(() => {
    const chosen = ENTITY_COLUMNS.filter(({ key }) => shown.includes(key));
    return mayEdit ? [...chosen, editColumn<EntityListRow>(setEditing)] : chosen;
  }, [shown, mayEdit]);
  return (
    <>
      <PageHeader
        title="Entities"
        fresh={
          total !== undefined && (
            <>
              <ListCount
                count={formatNumber(total)}
                noun={total === 1 ? 'Entity' : 'Entities'}
                filtered={filtered}
              />
              <AsOf read={{ ...read, refresh: refetch }} what="the Entities" />
              <ReadingOff />
            </>
          )
        }
        actions={
          <DirectoryActions
            kind="entity"
            onRefresh={mayRefresh ? () => setIsRefreshing(true) : undefined}
          >
            {mayChange && (total ?? 0) > 0 && (
              <LinkButton
                color="inherit"
                variant="outlined"
                startIcon={<ChecklistIcon />}
                to="/bulk"
                search={filtered ? filter : { all: '1' }}
              >
                Change these in bulk
              </LinkButton>
            )}
          </DirectoryActions>
        }
      />
      <EntityViews search={search} />
      <FacetFilters
        label="Filters of the Entities"
        search={search}
        onSearch={onSearch}
        facets={facets.data}
        error={facets.error}
        onRetry={refetch}
        collectives={collectives.data?.collectives ?? []}
      >
        <ListOptions onSearch={onSearch} columns={ENTITY_COLUMNS} shown={shown} />
      </FacetFilters>
      {total === undefined && (
        <ReadBlock
          read={{ error: read.error, isFetching: read.fetching, refetch }}
          what="the Entities"
        />
      )}
      {total === 0 && filtered && (
        <EmptyState title="No Entity matches these filters.">
          <Button onClick={() => onSearch(DIRECTORY.none)}>Clear all filters</Button>
        </EmptyState>
      )}
      {total === 0 && !filtered && (
        <EmptyState title="No Entities are known yet.">
          <Typography variant="body2">
            The Service does not list Entities, so this console keeps its own directory of them.
            Import a file to fill it; ids are also learned from answers to dispatches and from
            Offboarding Requests.
          </Typography>
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <DataTable
          // Another filter or order starts at the top.
          key={JSON.stringify({ ...search, cols: undefined })}
          label="Entities"
          mayBeWide
          columns={columns}
          rows={{ total, rowAt: read.rowAt }}
          rowKey={(row) => row.id}
          onWindow={read.onWindow}
          busy={read.stale}
          sort={{ by: search.sort ?? 'name', order: search.order ?? 'asc' }}
          onSort={({ by, order }) => {
            const sort = ENTITY_SORTS.find((each) => each === by);
            onSearch({ sort: sort === 'name' ? undefined : sort, order });
          }}
          narrowHeight={ENTITY_HEIGHT}
        />
      )}
      {editing !== null && (
        <RecordDrawer kind="entity" id={editing} onClose={() => setEditing(null)} />
      )}
      {isRefreshing && (
        <RefreshDialog
          target={filtered ? { kind: 'filter', filter } : { kind: 'all' }}
          onClose={() => setIsRefreshing(false)}
        />
      )}
    </>
  );
}
