import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DirectoryCollectives } from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { AllCollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { formatNumber } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { later } from '../../components/later.tsx';
import { ListCount } from '../../components/list-count.tsx';
import { facetOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListViews } from '../../components/list/list-views.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { useZone } from '../../theme/preferences.ts';
import { COLLECTIVE_COLUMNS, type CollectiveListRow } from './collective-columns.tsx';
import { collectiveFacets, shownCollectives } from './collective-filter.ts';
import { DirectoryActions } from './directory-actions.tsx';
import { columnsOf, DIRECTORY, ListSearch } from './directory-search.ts';
import { ListOptions } from './list-options.tsx';
import { dispatchColumn, editColumn } from './record-cells.tsx';
import { COLLECTIVE_VIEWS } from './views.ts';

// Few visits show these.
const StartGuide = later(async () => (await import('./start-guide.tsx')).StartGuide);
const ToDecide = later(async () => (await import('./to-decide.tsx')).ToDecide);
const RecordDrawer = later(async () => (await import('./record-drawer.tsx')).RecordDrawer);

/** Height in px of a Collective of a long list on a phone: name, kind, energy, last batch and next plan. */
const NARROW_HEIGHT = 128;

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
/** Filters that only Entities have; a Collective matches the others if any of its Entities does. */
const OF_ENTITIES = ['brand', 'collective', 'outcome', 'capacity', 'capture', 'place'];
const KEYS = COLLECTIVE_COLUMNS.map(({ key }) => key);

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
  const sums = useQuery({
    ...query(DIRECTORY_ROUTES.collectiveFacts, { query: { zone: useZone() } }),
    placeholderData: keepPreviousData,
  });
  const { allowed } = usePermission('manage-directory');
  const { allowed: mayDispatch } = usePermission('dispatch');
  const [editing, setEditing] = useState<string | null>(null);
  const { data } = collectives;
  const { data: facts } = sums;
  const error = collectives.error ?? sums.error;
  const refetch = () => {
    void collectives.refetch();
    void sums.refetch();
  };
  const all = useMemo(() => withFacts(data, facts), [data, facts]);
  const rows = useMemo(() => shownCollectives(all, search), [all, search]);
  const facets = useMemo(
    () => (data === undefined ? undefined : collectiveFacets(all, search)),
    [data, all, search],
  );
  const shown = columnsOf(search, KEYS, PRESET);
  const chosen = COLLECTIVE_COLUMNS.filter(({ key }) => shown.includes(key));
  // Sums decide which columns are empty: rows wait for them, so that columns do not change while being read.
  const isReading = data === undefined || sums.isPending;
  const isEmpty = !isReading && rows.length === 0 && !DIRECTORY.isNarrowed(search);
  return (
    <>
      <PageHeader
        title="Collectives"
        fresh={
          data !== undefined && (
            <>
              <ListCount
                count={
                  rows.length === all.length
                    ? formatNumber(rows.length)
                    : `${formatNumber(rows.length)} of ${formatNumber(all.length)}`
                }
                noun={all.length === 1 ? 'Collective' : 'Collectives'}
              />
              <AsOf
                read={{
                  asOf: newestOf(data, facts),
                  error,
                  fetching: collectives.isFetching,
                  refresh: refetch,
                }}
                what="the Collectives"
              />
            </>
          )
        }
        actions={<DirectoryActions kind="collective" />}
      />
      <ToDecide />
      {!isEmpty && (
        <>
          <ListViews
            label="Views of the Collectives"
            list="collectives"
            views={COLLECTIVE_VIEWS}
            countOf={(view) =>
              facts === undefined || data === undefined || archived !== undefined
                ? undefined
                : shownCollectives(all, ListSearch.parse(view)).length
            }
            search={search}
          />
          <ListBar
            label="Filters of the Collectives"
            list={DIRECTORY}
            search={search}
            onSearch={onSearch}
            options={facetOptions(facets)}
            without={OF_ENTITIES}
          >
            <ListOptions onSearch={onSearch} columns={COLLECTIVE_COLUMNS} shown={shown} />
          </ListBar>
        </>
      )}
      {isReading && (
        <ReadBlock
          read={{ error, isFetching: collectives.isFetching, refetch }}
          what="the Collectives"
        />
      )}
      {!isReading && rows.length === 0 && DIRECTORY.isNarrowed(search) && (
        <EmptyState
          title={
            search.q === undefined
              ? 'No Collective matches these filters.'
              : `No Collective matches “${search.q}”.`
          }
        >
          <Button onClick={() => onSearch(DIRECTORY.none)}>Show all</Button>
        </EmptyState>
      )}
      <StartGuide kind="collective" isEmpty={isEmpty} />
      {!isReading && rows.length > 0 && (
        <DataTable
          // Another filter or order starts at the top.
          key={JSON.stringify({ ...search, cols: undefined })}
          label="Collectives"
          mayBeWide
          columns={[
            ...chosen,
            ...(mayDispatch ? [dispatchColumn<CollectiveListRow>()] : []),
            ...(allowed ? [editColumn<CollectiveListRow>(setEditing)] : []),
          ]}
          rows={rows}
          rowKey={(row) => row.id}
          sort={{ by: search.sort ?? 'name', order: search.order ?? 'asc' }}
          onSort={({ by, order }) => {
            const { sort } = ListSearch.parse({ sort: by });
            onSearch({ sort: sort === 'name' ? undefined : sort, order });
          }}
          narrowHeight={NARROW_HEIGHT}
        />
      )}
      {editing !== null && (
        <RecordDrawer kind="collective" id={editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
