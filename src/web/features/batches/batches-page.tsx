import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { isMoving, runningQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { BatchesFilters } from './batches-filters.tsx';
import { filterOf, matches } from './batches-days.ts';
import { batchPages, mergePages } from './batches-queries.ts';
import { BATCHES, type BatchesSearch } from './batches-search.ts';
import { BatchesView } from './batches-view.tsx';

interface BatchesPageProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
}

/** Activity: the batches of all operators by day, running ones at the top. */
export function BatchesPage({ search, onSearch }: BatchesPageProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const sent = useInfiniteQuery(batchPages(filter));
  const runningNow = useQuery(runningQuery);
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = sent;
  const batches = useMemo(() => (data === undefined ? undefined : mergePages(data.pages)), [data]);
  const running = useMemo(() => {
    const known = runningNow.data?.batches ?? batches?.filter(isMoving) ?? [];
    return known.filter((batch) => matches(batch, filter));
  }, [runningNow.data, batches, filter]);
  const { mode: live } = useLive();
  return (
    <>
      <BatchesView
        batches={batches}
        running={running}
        asOf={data?.pages[0]?.asOf ?? null}
        error={error}
        fetching={isFetching}
        onRefresh={() => void refetch()}
        more={hasNextPage}
        onOlder={() => {
          if (!isFetching) void fetchNextPage();
        }}
        narrowed={BATCHES.isNarrowed(search)}
        zone={zone}
        nowMs={now}
        live={live}
        filters={
          <BatchesFilters
            search={search}
            operators={data?.pages[0]?.operators}
            onSearch={onSearch}
          />
        }
      />
      {/* Shown once the content above is, so that it does not move. */}
    </>
  );
}
