import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import type { EntityFacets, EntityListRow } from '../../../contract/console/directory-list.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListCount } from '../../components/list-count.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { columnsOf, DIRECTORY, type ListSearch } from './directory-search.ts';
import { FacetFilters } from './facet-filters.tsx';
import { ListOptions } from './list-options.tsx';
import { ENTITY_COLUMNS } from './entity-columns.tsx';
import { ENTITY_HEIGHT, narrowEntity } from './entity-row.tsx';
import { ReadingOff } from './reading-off.tsx';
import { EditButton, editColumn } from './record-cells.tsx';

interface EntitiesViewProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Number of rows; undefined while not known. */
  total: number | undefined;
  asOf: string | null;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  /** Whether the rows shown belong to the previous filter. */
  stale: boolean;
  rowAt: (index: number) => EntityListRow | undefined;
  onWindow: (first: number, end: number) => void;
  facets: EntityFacets | undefined;
  /** Why the facets could not be read, or null. */
  facetsError: unknown;
  collectives: readonly DirectoryCollectiveRecord[];
  /** Null if the operator may not change records. */
  onEdit: ((id: string) => void) | null;
  actions: ReactNode;
  /** The views of the list. */
  views?: ReactNode;
}

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

/** The list of Entities in all its states. */
export function EntitiesView(props: EntitiesViewProps) {
  const { search, onSearch, total } = props;
  const filled = new Map(Object.entries(props.facets?.filled ?? {}));
  // Columns chosen by the operator stay even if they are empty.
  const preset = PRESET.filter((key) => filled.get(key) !== 0);
  const asked = columnsOf(search, KEYS, preset).join(',');
  // Keep the same array, so that unchanged rows are not rendered again.
  const shown = useMemo(() => asked.split(','), [asked]);
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
                filtered={DIRECTORY.isNarrowed(search)}
              />
              <AsOf read={props} what="the Entities" />
              <ReadingOff />
            </>
          )
        }
        actions={props.actions}
      />
      {props.views}
      <FacetFilters
        label="Filters of the Entities"
        search={search}
        onSearch={onSearch}
        facets={props.facets}
        error={props.facetsError}
        onRetry={props.onRefresh}
        collectives={props.collectives}
      >
        <ListOptions onSearch={onSearch} columns={ENTITY_COLUMNS} shown={shown} />
      </FacetFilters>
      <Body {...props} shown={shown} />
    </>
  );
}

function Body(props: EntitiesViewProps & { shown: readonly string[] }) {
  const { search, onSearch, total, error, onEdit, shown } = props;
  const columns = useMemo(() => {
    const chosen = ENTITY_COLUMNS.filter(({ key }) => shown.includes(key));
    return onEdit === null ? chosen : [...chosen, editColumn<EntityListRow>(onEdit)];
  }, [shown, onEdit]);
  if (total === undefined) {
    return (
      <ReadBlock
        read={{ error, isFetching: props.fetching, refetch: props.onRefresh }}
        what="the Entities"
      />
    );
  }
  if (total === 0) {
    return DIRECTORY.isNarrowed(search) ? (
      <EmptyState title="No Entity matches these filters.">
        <Button onClick={() => onSearch(DIRECTORY.none)}>Clear all filters</Button>
      </EmptyState>
    ) : (
      <EmptyState title="No Entities are known yet.">
        <Typography variant="body2">
          The Service does not list Entities, so this console keeps its own directory of them.
          Import a file to fill it; ids are also learned from answers to dispatches and from
          Offboarding Requests.
        </Typography>
      </EmptyState>
    );
  }
  return (
    <DataTable
      // Another filter or order starts at the top.
      key={JSON.stringify({ ...search, cols: undefined })}
      label="Entities"
      mayBeWide
      columns={columns}
      rows={{ total, rowAt: props.rowAt }}
      rowKey={(row) => row.id}
      onWindow={props.onWindow}
      busy={props.stale}
      sort={{ by: search.sort ?? 'name', order: search.order ?? 'asc' }}
      onSort={({ by, order }) => {
        const sort = ENTITY_SORTS.find((each) => each === by);
        onSearch({ sort: sort === 'name' ? undefined : sort, order });
      }}
      narrowHeight={ENTITY_HEIGHT}
      renderNarrow={(row) =>
        narrowEntity(row, onEdit !== null && <EditButton row={row} onEdit={onEdit} />)
      }
    />
  );
}
