import ChecklistIcon from '@mui/icons-material/ChecklistRtl';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { formatNumber } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { later } from '../../components/later.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ListCount } from '../../components/list-count.tsx';
import { entityFilterOf, facetOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListViews } from '../../components/list/list-views.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { DirectoryActions } from './directory-actions.tsx';
import { facetsOf } from './directory-queries.ts';
import { columnsOf, DIRECTORY, entityListOf, type ListSearch } from './directory-search.ts';
import { ENTITY_COLUMNS } from './entity-columns.tsx';
import { EntityRows, useEntityPages } from './entity-rows.tsx';
import { ListOptions, ReadingOff } from './list-options.tsx';
import { editColumn } from './record-cells.tsx';
import { StartGuide } from './start-guide.tsx';
import { countOfView, ENTITY_VIEWS } from './views.ts';

const RecordDrawer = later(async () => (await import('./record-drawer.tsx')).RecordDrawer);

const PRESET = ['name', 'type', 'outcome', 'seen', 'energy', 'planned', 'reads', 'place'];
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
  const { allowed: mayEdit } = usePermission('manage-directory');
  const { allowed: mayChange } = usePermission('change-entity');
  const { allowed: mayRefresh } = usePermission('refresh-fleet');
  const read = useEntityPages(list);
  const { total } = read;
  const isEmpty = total === 0 && !filtered;
  const facets = useQuery(facetsOf(filter));
  const all = useQuery(facetsOf({}));
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const refetch = () => {
    read.refresh();
    void facets.refetch();
  };
  // Columns chosen by the operator stay even if they are empty.
  const wanted = search.capacity === undefined ? PRESET : [...PRESET, 'capacity'];
  const preset = wanted.filter((key) => facets.data?.empty.includes(key) !== true);
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
          <DirectoryActions kind="entity" filter={mayRefresh && filtered ? filter : undefined}>
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
      {!isEmpty && (
        <>
          <ListViews
            label="Views of the Entities"
            list="entities"
            views={ENTITY_VIEWS}
            countOf={(view) => countOfView(all.data, view)}
            search={search}
          />
          <ListBar
            label="Filters of the Entities"
            list={DIRECTORY}
            search={search}
            onSearch={onSearch}
            options={{
              ...facetOptions(facets.data),
              collective: collectives.data?.collectives.map(({ id, name, entityCount }) => {
                return { value: id, label: name, count: entityCount };
              }),
            }}
            read={{ error: facets.error, refetch }}
          >
            <ListOptions onSearch={onSearch} columns={ENTITY_COLUMNS} shown={shown} />
          </ListBar>
        </>
      )}
      <StartGuide kind="entity" isEmpty={isEmpty} />
      <EntityRows
        list={list}
        read={{ ...read, refresh: refetch }}
        columns={columns}
        onClear={filtered ? () => onSearch(DIRECTORY.none) : null}
        onOrder={onSearch}
        none={null}
      />
      {editing !== null && (
        <RecordDrawer kind="entity" id={editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
