import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { DirectoryCollectives } from '../../../contract/console/directory.ts';
import type { AllCollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListCount } from '../../components/list-count.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { collectiveFacets, shownCollectives } from './collective-filter.ts';
import { columnsOf, DIRECTORY, type ListSearch } from './directory-search.ts';
import { FacetFilters } from './facet-filters.tsx';
import { ListOptions } from './list-options.tsx';
import { COLLECTIVE_COLUMNS } from './collective-columns.tsx';
import type { CollectiveListRow } from './collective-fact-columns.tsx';
import { CollectiveLines } from './collective-row.tsx';
import { CollectiveViews } from './collective-views.tsx';
import { CollectiveLink, EditButton, editColumn, NameCell } from './record-cells.tsx';

/** Height in px of a Collective of a long list on a phone: name, kind, two lines of facts, last batch. */
const NARROW_HEIGHT = 148;

interface CollectivesViewProps {
  data: DirectoryCollectives | undefined;
  /** The sums of their Entities; undefined while they are being read. */
  facts: AllCollectiveFacts | undefined;
  /** Whether those are being read for the first time. */
  factsPending?: boolean;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Why this operator may not change the directory, or null. */
  denial: string | null;
  onEdit: ((id: string) => void) | null;
  actions: ReactNode;
}

const PRESET = [
  'name',
  'type',
  'entities',
  'energy',
  'batch',
  'next',
  'silent',
  'failing',
  'partial',
  'unread',
  'place',
];
const KEYS = COLLECTIVE_COLUMNS.map(({ key }) => key);
const SORTS = [
  'name',
  'type',
  'place',
  'entities',
  'known',
  'energy',
  'next',
  'silent',
  'failing',
  'partial',
  'unread',
] as const;

function withFacts(
  data: DirectoryCollectives | undefined,
  facts: AllCollectiveFacts | undefined,
): CollectiveListRow[] {
  const byId = new Map(facts?.collectives.map((each) => [each.id, each]));
  return (data?.collectives ?? []).map((row) => ({ ...row, facts: byId.get(row.id) ?? null }));
}

/** When the newest data was read: batches come with the facts, which are read more often. */
function newestOf(data: DirectoryCollectives, facts: AllCollectiveFacts | undefined): string {
  const isFactsNewer =
    facts !== undefined && (instantMs(facts.asOf) ?? 0) > (instantMs(data.asOf) ?? 0);
  return isFactsNewer ? facts.asOf : data.asOf;
}

/** What a Collective is, on a phone. */
function narrowLine({ type, entityCount, place }: CollectiveListRow): string {
  return [type ?? 'Unknown type', formatCount(entityCount, 'Entity', 'Entities'), place]
    .filter(Boolean)
    .join(' · ');
}

/** The list of Collectives in all its states. */
export function CollectivesView(props: CollectivesViewProps) {
  const { data, search, onSearch } = props;
  const columns = columnsOf(search, KEYS, PRESET);
  const all = useMemo(() => withFacts(data, props.facts), [data, props.facts]);
  const facets = useMemo(
    () => (data === undefined ? undefined : collectiveFacets(all, search)),
    [data, all, search],
  );
  const rows = useMemo(() => shownCollectives(all, search), [all, search]);
  return (
    <>
      <PageHeader
        title="Collectives"
        fresh={
          data !== undefined && (
            <>
              <ListCount
                count={
                  rows.length === data.collectives.length
                    ? formatNumber(rows.length)
                    : `${formatNumber(rows.length)} of ${formatNumber(data.collectives.length)}`
                }
                noun={data.collectives.length === 1 ? 'Collective' : 'Collectives'}
              />
              <AsOf read={{ ...props, asOf: newestOf(data, props.facts) }} what="the Collectives" />
            </>
          )
        }
        actions={props.actions}
      />
      <CollectiveViews
        search={search}
        countOf={
          props.facts === undefined || data === undefined || search.archived !== undefined
            ? undefined
            : (wanted) => shownCollectives(all, wanted).length
        }
      />
      <FacetFilters
        label="Filters of the Collectives"
        search={search}
        onSearch={onSearch}
        facets={facets}
      >
        <ListOptions onSearch={onSearch} columns={COLLECTIVE_COLUMNS} shown={columns} />
      </FacetFilters>
      <Body {...props} rows={rows} shown={columns} />
    </>
  );
}

interface BodyProps extends CollectivesViewProps {
  rows: readonly CollectiveListRow[];
  shown: readonly string[];
}

function Body(props: BodyProps) {
  const { data, error, search, onSearch, rows, shown, onEdit } = props;
  const columns = useMemo(() => {
    const chosen = COLLECTIVE_COLUMNS.filter(({ key }) => shown.includes(key));
    return onEdit === null ? chosen : [...chosen, editColumn<CollectiveListRow>(onEdit)];
  }, [shown, onEdit]);
  // The facts decide which columns are empty: wait for them, so that columns do not change while being read.
  if (data === undefined || props.factsPending === true) {
    return (
      <ReadBlock
        read={{ error, isFetching: props.fetching, refetch: props.onRefresh }}
        what="the Collectives"
      />
    );
  }
  if (rows.length === 0) {
    return DIRECTORY.isNarrowed(search) ? (
      <EmptyState
        title={
          search.q === undefined
            ? 'No Collective matches these filters.'
            : `No Collective matches “${search.q}”.`
        }
      >
        <Button onClick={() => onSearch(DIRECTORY.none)}>Show all</Button>
      </EmptyState>
    ) : (
      <NothingKnown {...props} />
    );
  }
  return (
    <DataTable
      key={JSON.stringify({ ...search, cols: undefined })}
      label="Collectives"
      mayBeWide
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      sort={{ by: search.sort ?? 'name', order: search.order ?? 'asc' }}
      onSort={({ by, order }) => {
        const sort = SORTS.find((each) => each === by);
        onSearch({ sort: sort === 'name' ? undefined : sort, order });
      }}
      narrowHeight={NARROW_HEIGHT}
      renderNarrow={(row) => ({
        first: <NameCell row={row} link={<CollectiveLink row={row} />} />,
        second: narrowLine(row),
        third: <CollectiveLines row={row} />,
        end: onEdit !== null && <EditButton row={row} onEdit={onEdit} />,
      })}
    />
  );
}

function NothingKnown({ denial }: CollectivesViewProps) {
  return (
    <EmptyState title="No Collectives are known yet.">
      <Typography variant="body2">
        The Service does not list Collectives, so this console keeps its own directory of them. Add
        one by its id, or import a JSON or CSV file.
      </Typography>
      {denial !== null && (
        <Typography variant="body2">
          {denial} Ask an administrator of this console to import one.
        </Typography>
      )}
    </EmptyState>
  );
}
