import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { instantMs } from '../../../domain/instant.ts';
import { isMoving, runningOf } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { byDay, dayName, filterOf } from './batches-days.ts';
import { BatchesFilters } from './batches-filters.tsx';
import { batchPages, mergePages, sentBatch } from './batches-queries.ts';
import { BATCHES, type BatchesSearch } from './batches-search.ts';
import { BatchesTable } from './batches-table.tsx';

interface BatchesPageProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
}

/**
 * Activity: the batches of all operators, and what other systems sent, by day; running and planned batches only at the
 * top.
 */
export function BatchesPage({ search, onSearch }: BatchesPageProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const { mode } = useLive();
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const sent = useInfiniteQuery(batchPages(filter));
  const isRunningShown = (filter.outcome ?? 'running') === 'running';
  const runningNow = useQuery({ ...runningOf(filter), enabled: isRunningShown });
  const { data } = sent;
  const rows = useMemo(() => mergePages(data?.pages ?? []), [data]);
  const read = rows.flatMap(({ batch }) => batch ?? []).filter(isMoving);
  const moving = isRunningShown ? (runningNow.data?.batches ?? read) : [];
  const pinned = new Set(moving.map(({ id }) => id));
  const running = moving.filter((batch) => isRunning(batch, now));
  const planned = moving.filter((batch) => !isRunning(batch, now)).toSorted(soonestFirst);
  const ended = rows.filter(({ id }) => !pinned.has(id));
  return (
    <>
      <PageHeader
        title="Activity"
        fresh={data !== undefined && <AsOf read={sent} what="the batches" live={mode} />}
      >
        <span>What was sent, newest first; what other systems sent is one row per hour</span>
      </PageHeader>
      <BatchesFilters search={search} onSearch={onSearch} operators={data?.pages[0]?.operators} />
      {data === undefined && <ReadBlock read={sent} what="the batches" />}
      {data !== undefined && ended.length + moving.length === 0 && (
        <Nothing narrowed={BATCHES.isNarrowed(search)} />
      )}
      {running.length > 0 && (
        <Section title={`Running (${running.length})`}>
          <BatchesTable label="Running batches" rows={running.map(sentBatch)} />
        </Section>
      )}
      {planned.length > 0 && (
        <Section title={`Planned (${planned.length})`}>
          <BatchesTable label="Planned batches" rows={planned.map(sentBatch)} />
        </Section>
      )}
      {byDay(ended, zone).map(({ date, sent: ofDay }) => {
        const name = dayName(date, zone, now);
        return (
          <Section key={date} title={name}>
            <BatchesTable label={`Batches of ${name}`} rows={ofDay} ofOneDay />
          </Section>
        );
      })}
      {ended.length + moving.length > 0 && (
        <OlderRows what="batches" list={sent} count={ended.length + moving.length} />
      )}
    </>
  );
}

const soonestFirst = (a: BatchSummary, b: BatchSummary) =>
  (instantMs(a.nextTriggerAt) ?? 0) - (instantMs(b.nextTriggerAt) ?? 0);

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState title="Nothing matches these filters.">
      <span>Clear a filter to see more.</span>
    </EmptyState>
  ) : (
    <EmptyState title="No Command is known yet.">
      <span>Press Dispatch; each batch then keeps its record here.</span>
    </EmptyState>
  );
}
