import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { instantMs } from '../../../domain/instant.ts';
import { isMoving, runningQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { byDay, dayName, filterOf, matches } from './batches-days.ts';
import { BatchesFilters } from './batches-filters.tsx';
import { batchPages, mergePages } from './batches-queries.ts';
import { BATCHES, type BatchesSearch } from './batches-search.ts';
import { BatchesTable } from './batches-table.tsx';
import { OlderBatches } from './older-batches.tsx';

interface BatchesPageProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
}

/** Activity: the batches of all operators by day; running and planned ones only at the top. */
export function BatchesPage({ search, onSearch }: BatchesPageProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const { mode } = useLive();
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const sent = useInfiniteQuery(batchPages(filter));
  const runningNow = useQuery(runningQuery);
  const { data } = sent;
  const batches = useMemo(() => mergePages(data?.pages ?? []), [data]);
  const moving = useMemo(() => {
    const known = runningNow.data?.batches ?? batches.filter(isMoving);
    return known.filter((batch) => matches(batch, filter));
  }, [runningNow.data, batches, filter]);
  const pinned = new Set(moving.map(({ id }) => id));
  const running = moving.filter((batch) => isRunning(batch, now));
  const planned = moving.filter((batch) => !isRunning(batch, now)).toSorted(soonestFirst);
  const ended = batches.filter(({ id }) => !pinned.has(id));
  return (
    <>
      <PageHeader
        title="Activity"
        fresh={data !== undefined && <AsOf read={sent} what="the batches" live={mode} />}
      >
        <span>Batches sent to Collectives, newest first</span>
      </PageHeader>
      <BatchesFilters search={search} onSearch={onSearch} operators={data?.pages[0]?.operators} />
      {data === undefined && <ReadBlock read={sent} what="the batches" />}
      {data !== undefined && ended.length + moving.length === 0 && (
        <Nothing narrowed={BATCHES.isNarrowed(search)} />
      )}
      {running.length > 0 && (
        <Section title={`Running (${running.length})`}>
          <BatchesTable label="Running batches" batches={running} />
        </Section>
      )}
      {planned.length > 0 && (
        <Section title={`Planned (${planned.length})`}>
          <BatchesTable label="Planned batches" batches={planned} />
        </Section>
      )}
      {byDay(ended, zone).map(({ date, batches: ofDay }) => {
        const name = dayName(date, zone, now);
        return (
          <Section key={date} title={name}>
            <BatchesTable label={`Batches of ${name}`} batches={ofDay} ofOneDay />
          </Section>
        );
      })}
      {ended.length + moving.length > 0 && (
        <OlderBatches list={sent} count={ended.length + moving.length} />
      )}
    </>
  );
}

const soonestFirst = (a: BatchSummary, b: BatchSummary) =>
  (instantMs(a.nextTriggerAt) ?? 0) - (instantMs(b.nextTriggerAt) ?? 0);

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState title="No batch matches these filters.">
      <span>Clear a filter to see more.</span>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has been sent from this console yet.">
      <span>
        Press Dispatch; each batch then keeps its record here. What other systems sent is listed
        with the Commands of each <TextLink to="/entities">Entity</TextLink>.
      </span>
    </EmptyState>
  );
}
